/**
 * The TODO comments that this agent knows how to resolve, by tag: the code below the comment as it
 * has to be found, the code that takes the place of both, and a test where the repository has none.
 * A real agent would think here; everything else in this folder it would do in much the same way.
 */
export const RESOLUTIONS = {
  'round-minutes': {
    title: 'Round to whole minutes first, then split off the hours',
    risk: 'Every duration from half a minute below a full hour upwards now reads as that hour.',
    before: ['const hours = Math.floor(minutes / 60);', 'const rest = Math.round(minutes % 60);'],
    after: [
      '// Rounded before the hours are split off: 119.7 minutes are "2 h", never "1 h 60 min".',
      'const whole = Math.round(minutes);',
      'const hours = Math.floor(whole / 60);',
      'const rest = whole % 60;',
    ],
  },
  'compass-wrap': {
    title: 'Let the compass come round to north again',
    risk: 'Callers that took a missing name for "north" get the name now.',
    before: ['return NAMES[Math.round(degrees / 45)];'],
    after: [
      '// From 337.5 degrees up the nearest wind is north again.',
      'return NAMES[Math.round(degrees / 45) % NAMES.length];',
    ],
    test: {
      file: 'test/point.test.js',
      lines: [
        "test('almost due north is north from both sides', () => {",
        "  assert.deepEqual([337.6, 359.9].map(compassName), ['N', 'N']);",
        '});',
      ],
    },
  },
};
