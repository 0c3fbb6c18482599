import { CairnError, type ErrorCode } from '../../src/base/cairnError.ts';

/** The error that a call is refused with; fails the test when it is not refused. */
export async function refusal<C extends ErrorCode>(call: Promise<unknown>, code: C): Promise<CairnError<C>> {
  try {
    await call;
  } catch (error) {
    if (CairnError.is(error, code)) return error;
    throw error;
  }
  throw new Error(`was not refused with ${code}`);
}
