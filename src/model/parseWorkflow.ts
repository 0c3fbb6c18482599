import { CairnError, type Problem } from '../base/cairnError.ts';
import type { Result } from '../base/result.ts';
import type { Workflow } from './workflow.ts';

/** Reads a workflow file; every problem names line and column. Never throws. */
export function parseWorkflow(_file: string, _text: string): Result<Workflow, readonly Problem[]> {
  throw new CairnError('internal/unexpected', { what: 'not built yet' });
}
