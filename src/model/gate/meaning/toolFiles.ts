/** Programs that check a project, and the files of it that say what they do, besides what is looked at by scripts alone. */
const FILES: readonly (readonly [tools: string, files: RegExp])[] = [
  ['make gmake', /(?:^|\/)(?:GNUmakefile|[Mm]akefile|[^/]+\.mk)$/],
  ['just', /(?:^|\/)(?:\.?justfile|[^/]+\.just)$/i],
  ['task', /(?:^|\/)Taskfile(?:\.dist)?\.ya?ml$/i],
  ['npm npx', /(?:^|\/)\.npmrc$/],
  ['yarn', /(?:^|\/)\.yarnrc(?:\.yml)?$/],
  ['pnpm pnpx', /(?:^|\/)(?:\.npmrc|\.pnpmfile\.c?js|pnpm-workspace\.yaml)$/],
  ['bun bunx', /(?:^|\/)bunfig\.toml$/],
  ['turbo', /(?:^|\/)turbo\.jsonc?$/],
  ['nx', /(?:^|\/)(?:nx|project)\.json$/],
  ['vitest', /(?:^|\/)(?:vitest|vite)\.(?:config|workspace)\.[cm]?[jt]s$/],
  ['jest', /(?:^|\/)jest\.config\.(?:[cm]?[jt]s|json)$/],
  ['mocha', /(?:^|\/)\.mocharc\.\w+$/],
  ['ava', /(?:^|\/)ava\.config\.[cm]?js$/],
  ['karma', /(?:^|\/)karma\.conf\.[cm]?[jt]s$/],
  ['playwright', /(?:^|\/)playwright(?:[-.]\w+)?\.config\.[cm]?[jt]s$/],
  ['cypress', /(?:^|\/)cypress\.config\.[cm]?[jt]s$/],
  ['tsc vue-tsc svelte-check', /(?:^|\/)tsconfig(?:\.[\w-]+)*\.json$/],
  ['eslint', /(?:^|\/)(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.\w+)?|\.eslintignore)$/],
  ['oxlint', /(?:^|\/)\.?oxlintrc\.jsonc?$/],
  ['biome', /(?:^|\/)biome\.jsonc?$/],
  ['prettier', /(?:^|\/)(?:\.prettierrc(?:\.\w+)?|prettier\.config\.[cm]?[jt]s|\.prettierignore)$/],
  ['tox', /(?:^|\/)(?:tox\.ini|setup\.cfg|tox\.toml)$/],
  ['nox', /(?:^|\/)noxfile\.py$/],
  ['pytest', /(?:^|\/)(?:\.?pytest\.ini|tox\.ini|setup\.cfg|conftest\.py)$/],
  ['ruff', /(?:^|\/)\.?ruff\.toml$/],
  ['mypy', /(?:^|\/)(?:\.?mypy\.ini|setup\.cfg)$/],
  ['flake8', /(?:^|\/)(?:\.flake8|setup\.cfg|tox\.ini)$/],
  ['cargo', /(?:^|\/)(?:build\.rs|\.cargo\/config(?:\.toml)?|\.?clippy\.toml|rust-toolchain(?:\.toml)?)$/],
  ['golangci-lint', /(?:^|\/)\.golangci\.\w+$/],
  [
    'gradle gradlew',
    /(?:^|\/)(?:(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|gradlew(?:\.bat)?|gradle\/wrapper\/[^/]+|buildSrc\/.+)$/,
  ],
  ['mvn mvnw', /(?:^|\/)(?:pom\.xml|\.mvn\/.+|mvnw(?:\.cmd)?)$/],
  [
    'dotnet',
    /(?:^|\/)(?:[^/]+\.(?:(?:cs|fs|vb)proj|slnx?|runsettings)|Directory\.Build\.(?:props|targets)|global\.json)$/,
  ],
  ['composer phpunit', /(?:^|\/)phpunit\.xml(?:\.dist)?$/],
  ['phpstan', /(?:^|\/)phpstan\.neon(?:\.dist)?$/],
  ['rake', /(?:^|\/)(?:[Rr]akefile(?:\.rb)?|[^/]+\.rake)$/],
  ['rspec', /(?:^|\/)\.rspec$/],
  ['rubocop', /(?:^|\/)\.rubocop(?:_todo)?\.yml$/],
  ['cmake ctest', /(?:^|\/)(?:CMakeLists\.txt|CMake(?:User)?Presets\.json|[^/]+\.cmake)$/],
];

const BY_TOOL: ReadonlyMap<string, RegExp> = new Map(
  FILES.flatMap(([tools, files]) => tools.split(' ').map((tool): [string, RegExp] => [tool, files])),
);

/** Whether a file says what a program does. */
export const isFileOf = (tool: string, path: string): boolean => BY_TOOL.get(tool)?.test(path) === true;

/** A part of a file that says what a program does, where the rest of it is about something else. */
interface Part {
  /** The name of the file. */
  readonly file: string;
  /** Of a JSON file a key, of a TOML file the sections. */
  readonly key?: string;
  readonly sections?: RegExp;
}

const TOOLS_OF_PYTHON = { file: 'pyproject.toml', sections: /^tool\.(?!.*dependencies)/ };

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['jest', { file: 'package.json', key: 'jest' }],
  ['mocha', { file: 'package.json', key: 'mocha' }],
  ['ava', { file: 'package.json', key: 'ava' }],
  ['eslint', { file: 'package.json', key: 'eslintConfig' }],
  ...['tox', 'pytest', 'ruff', 'mypy'].map((tool): [string, Part] => [tool, TOOLS_OF_PYTHON]),
  ['cargo', { file: 'Cargo.toml', sections: /^(?!.*dependencies)/ }],
]);

export const partOf = (tool: string): Part | null => PARTS.get(tool) ?? null;
