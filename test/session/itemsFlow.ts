import { DEMO, type Flow, type Seat } from '../support/session.ts';

/** A plan writes the tasks; each is a phase of its own; verify needs all of them. */
export const flow = (forEach: object = {}, rest: object = {}, build: object = {}): Flow => ({
  schema: 2,
  phases: [
    { id: 'plan', artifacts: ['tasks.json'] },
    {
      id: 'build',
      needs: ['plan'],
      title: 'Build {{ item.title }}',
      prompt: 'Do {{ item.title }} as {{ item.how }}.',
      forEach: { file: 'plan/tasks.json', at: '/tasks', max: 5, ...forEach },
      ...build,
    },
    { id: 'verify', needs: ['build'], artifacts: ['verdict.json'], ...rest },
  ],
});
export const TASKS = [
  { id: 'API', title: 'the API', how: 'REST' },
  { id: 'Web UI', title: 'the page', how: 'HTML', needs: ['API'] },
];
export const plan = (tasks: unknown): string => `cat > "$CAIRN_PHASE_DIR/tasks.json" <<'EOF'
${JSON.stringify({ tasks })}
EOF`;
export const VERDICT = `printf '{"ok": true}' > "$CAIRN_PHASE_DIR/verdict.json"`;
export const ids = async (s: Seat) =>
  (await s.api.status(DEMO)).phases.map(({ id, status }) => `${id} ${status}`);
