import { expect, test } from 'vitest';
import { builtCairn } from '../support/builtCairn.ts';
import { gitRepo } from '../support/gitRepo.ts';
import { newcomer } from '../support/newcomer.ts';
import { below, linesToType } from '../support/readme.ts';

const cli = builtCairn();

// Other systems give a program no terminal by this command.
test.skipIf(process.platform !== 'linux')(
  'the README’s first session holds as it is typed, line by line, at a terminal',
  async () => {
    const person = await newcomer(await gitRepo({ 'README.md': 'hello\n' }), cli());
    const type = async (line: string): Promise<string> => {
      const { out, code } = await person.atTerminal(line);
      return `${out}[exit ${code}]`;
    };
    const said = new Map<string, string>();
    for (const line of linesToType(below('A first session'))) {
      const out = await type(line);
      expect(out, line).toMatch(line.startsWith('cairn start ') ? /\[exit 3\]$/ : /\[exit 0\]$/);
      said.set(line.split(' ').slice(0, 2).join(' '), out);
    }
    expect([...said.keys()]).toEqual([
      'cairn start',
      'cairn status',
      'cairn approve',
      'cairn ledger',
      'cairn restore',
      'cairn fork',
      'cairn land',
    ]);
    // Approved, it went on to its end, and said nothing of another command for that.
    expect(said.get('cairn approve')).toContain('The session is done, nothing checked.');
    // What is landed is what is done, not the fork that was begun from it since.
    expect(said.get('cairn fork')).toContain('the new session is login-two');
    expect(said.get('cairn land')).toContain('1 file of login-page on the new branch add-login.');
    expect(await type('git show --stat --format=%s add-login')).toMatch(/login\.html/);
    expect(await type('cairn land --branch too-early login-two')).toMatch(
      /it is not done[^]*--unfinished[^]*\[exit 2\]$/,
    );
    // What was landed is not landed again by chance.
    expect(await type('cairn land --branch once-more')).toMatch(/landed here already[^]*\[exit 2\]$/);
    expect(await type('git show-ref once-more')).toBe('[exit 1]');
    // Typed as it stands it begins nothing else, although the fork is the only one that could be gone on with.
    expect(await type('cairn start feature "Add a logout page"')).toMatch(/\[exit 3\]$/);
    const both = await type('cairn approve && cairn resume');
    expect(both).toMatch(
      /logout-page is meant[^]*cairn resume login-two[^]*The session is done, nothing checked\.[^]*\[exit 0\]$/,
    );
    expect(await type('cairn status login-two')).toContain('cairn resume');
    // As scripts and older pages say it.
    expect(await type('cairn resume login-page')).toMatch(
      /The session is done, nothing checked\.[^]*\[exit 0\]$/,
    );
  },
);
