const ID = String.raw`[\w$]+`;

/** What esbuild writes before a file that exports by name and imports nothing as a whole; `$` begins nothing here. */
const PREAMBLE = new RegExp(
  String.raw`var (${ID})=Object\.defineProperty;var (${ID})=Object\.getOwnPropertyDescriptor;var (${ID})=Object\.getOwnPropertyNames;` +
    String.raw`var (${ID})=Object\.prototype\.hasOwnProperty;var (${ID})=\(${ID},${ID}\)=>\{for\(var [^;]+\},` +
    String.raw`(${ID})=\(${ID},${ID},${ID},${ID}\)=>\{if\([^;]+;return ${ID}\};` +
    String.raw`var (${ID})=(${ID})=>\6\(\1\(\{\},"__esModule",\{value:!0\}\),\8\);` +
    String.raw`var (${ID})=\{\};\5\(\9,(\{[^}]*\})\);module\.exports=\7\(\9\);`,
);

/**
 * The same file, whose exports are defined one by one: esbuild's way to do it takes 400 characters, and an extension is some
 * fifty files. A file that has the text in another form stays as it is.
 */
export const plainExports = (code: string): string =>
  code.replace(PREAMBLE, (...[, define, , , , , , , , made, all]: string[]) => {
    // Neither of the two, whatever esbuild has called them.
    const each = `${define}${made}`;
    return `exports.__esModule=!0;var ${define}=Object.defineProperty,${made}=${all};for(let ${each} in ${made})${define}(exports,${each},{get:${made}[${each}],enumerable:!0});`;
  });
