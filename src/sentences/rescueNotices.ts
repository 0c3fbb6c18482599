import { counted, listed } from '../base/listed.ts';
import type { Facts, NoticeName, Notices } from './voice.ts';

/** Notices about work that was set aside, and about what no rescue can keep. */
export const RESCUE_NOTICES = {
  'files-follow': ({ seq, rescue }, { rescueToSee }) =>
    `The session went on elsewhere, up to checkpoint ${seq}: the files here follow.${rescue === null ? '' : ` What was uncommitted here is kept aside as ${rescueToSee(rescue)}.`}`,
  'attempt-kept': ({ files, ...of }) =>
    `${cutOff(of)}; what it and you changed since it began (${counted(files, 'file')}) is kept.`,
  'attempt-rescued': ({ files, rescue, ...of }, { cutOffWork }) =>
    `${cutOff(of)}; what lay there and is in no checkpoint (${counted(files, 'file')}) is kept aside as ${cutOffWork(rescue)}`,
  'uncommitted-kept': ({ rescue: ref, by, files }, { rescue }) =>
    `What lay there uncommitted (${counted(files, 'file')}) ${by === 'land' ? 'is merged with, and kept aside as it was,' : 'is kept aside'} as ${rescue(ref)}.`,
  'checks-left': ({ files, rescue: ref }, { rescue }) =>
    `Checks that were run before anything was changed left ${listed(files)}: taken away, and kept aside as ${rescue(ref)}.`,
  'work-kept': ({ rescue: ref }, { rescue }) => `Uncommitted work is kept aside as ${rescue(ref)}.`,
  'landing-not-undone': ({ rescue: ref }, { rescue }) =>
    `Not everything could be put back; your files as they were are kept aside as ${rescue(ref)}.`,
  'records-rendered': ({ files, seq, rescue: ref, secret }, { rescue }) =>
    [
      `${listed(files)} ${files.length === 1 ? 'is' : 'are'} Cairn's and written again from checkpoint ${seq}.`,
      ...(ref === null ? [] : [`What was written is kept aside as ${rescue(ref)}.`]),
      ...(secret.length === 0 ? [] : [`Not kept, because it holds a secret: ${listed(secret)}.`]),
    ].join(' '),
  'bytes-kept': ({ files, rescue: ref }, { rescue }) =>
    `git converts ${listed(files)}: the bytes as they are on disk are kept aside as ${rescue(ref)}.`,
  'refused-kept': ({ rescue: ref }, { rescue }) =>
    `Somebody else has gone on with this session. What was done here is kept aside as ${rescue(ref)}.`,
  'saved-kept': ({ files, rescue }, { rescueToSee }) =>
    `Saved while the files were being replaced, and kept aside as ${rescueToSee(rescue)}: ${listed(files)}.`,
  'saved-not-kept': ({ path, why }) =>
    `${path} was saved while the files were being replaced: ${why}, so it is not kept aside, and stays.`,
  'saved-stays': ({ files }) =>
    `Saved just now, and left as ${files.length === 1 ? 'it is' : 'they are'}: ${listed(files)}.`,
  'saved-with-secret': ({ files }) =>
    `What was saved meanwhile with a secret in it is not kept aside; it lies in ${listed(files)}.`,
  'mode-not-kept': ({ was, files }) =>
    `Not kept of what lay there: ${UNLIKE[was]}. An undo does not give it back: ${listed(files)}.`,
  'put-back': ({ files }) =>
    `Files were being replaced when that was cut off; these are as they were before: ${listed(files)}.`,
  'restore-finished': ({ seq }) => `A restore to checkpoint ${seq} had been cut off; it is finished now.`,
} satisfies Partial<Notices<NoticeName>>;

const cutOff = ({ phase, attempt }: Pick<Facts<'attempt-kept'>, 'phase' | 'attempt'>): string =>
  `Attempt ${attempt} of ${phase} was cut off`;

const UNLIKE = {
  executable: 'that a file was executable, because git records no modes here (core.filemode=false)',
  'not executable': 'that a file was not executable, because git records no modes here (core.filemode=false)',
  link: 'that it was a link, because git writes links as plain files here (core.symlinks=false)',
} as const;
