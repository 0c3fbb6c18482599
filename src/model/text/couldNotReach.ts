/**
 * Names that resolvers, package managers and `curl` use where no server answers at all; not those of a server that refuses. Of
 * getaddrinfo(3), Node's `dns`, libcurl, Maven, Gradle, Go, Cargo.
 */
const NOT_REACHED =
  /\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|getaddrinfo\b|UnknownHostException|could ?n[o']t resolve host|unknown host\b|no such host\b|network is unreachable|name or service not known|temporary failure in name resolution|nodename nor servname provided)/i;

/** Whether the output of a program that failed says that it reached no server: most likely there is no network. */
export const couldNotReach = (output: string): boolean => NOT_REACHED.test(output);
