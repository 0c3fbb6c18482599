import * as z from 'zod/mini';
import { configSchema } from './config.ts';

/** For editors, written by `scripts/writeSchema.ts`. */
export function configJsonSchema(): object {
  return {
    ...z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' }),
    title: 'Cairn in this repository',
    description: 'What a repository says of how it is worked on.',
  };
}
