import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Folders a layer must not reach into, with the reason a reader of the error needs. */
const layers = [
  {
    files: ['src/shared/**'],
    forbidden: ['api', 'client', 'contract', 'publish', 'server'],
    why: 'src/shared is the ground floor: it imports nothing of ours',
  },
  {
    files: ['src/contract/**'],
    forbidden: ['api', 'client', 'publish', 'server'],
    why: 'src/contract is what generated code leans on: it may only lean on src/shared',
  },
  {
    files: ['src/publish/**'],
    forbidden: ['api', 'client', 'server'],
    why: 'published forms are pure functions over documents: doors call them, not the other way round',
  },
  {
    files: ['src/client/**'],
    forbidden: ['api', 'publish', 'server'],
    why: 'the client talks to any server over the wire: it must not see ours from inside',
  },
  {
    files: ['src/api/**'],
    forbidden: ['server', 'client'],
    why: 'the dispatcher serves every door and knows none of them',
  },
  { files: ['src/server/**'], forbidden: ['client'], why: 'a server does not need its own client' },
];

const layerRules = layers.map(({ files, forbidden, why }) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: `(^|/)(${[...forbidden, 'main'].join('|')})(/|$)`, message: why },
          { regex: '(^|/)(codegen|test|bench)/', message: 'the server does not depend on its tools' },
        ],
      },
    ],
  },
}));

const beforeOutput = {
  regex: '(^|/)(generated|test|bench)/',
  message: 'the generator must run before its output exists',
};
const noDisk = ['fs', 'node:fs', 'node:fs/promises'].map((name) => ({
  name,
  message: 'only cli.ts, disk.ts and watch.ts touch the disk',
}));

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', 'generated/**/*.js', 'test/fixtures/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-template-curly-in-string': 'error',
      'no-console': 'error',
      'max-params': ['error', 3],
      'max-lines-per-function': ['error', { max: 50, skipComments: true, skipBlankLines: true }],
    },
  },
  ...layerRules,
  {
    files: ['generated/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '\\.\\./(?!src/(contract|shared|client)/)',
              message: 'generated code leans on src/contract, src/shared and src/client only',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['codegen/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [beforeOutput] }] },
  },
  {
    files: ['codegen/**'],
    ignores: ['codegen/cli.ts', 'codegen/disk.ts', 'codegen/watch.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [beforeOutput], paths: noDisk }] },
  },
  { files: ['test/**'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { process: 'readonly', module: 'writable', require: 'readonly', console: 'readonly' } },
  },
);
