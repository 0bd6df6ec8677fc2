import * as parser from '@typescript-eslint/parser'
import boundaries from 'eslint-plugin-boundaries'
import regexp from 'eslint-plugin-regexp'
import { defineConfig, globalIgnores } from 'eslint/config'
import { elements, files, lawsByFolder, policies } from './scripts/tools/import-law.mjs'

/** Files are named in kebab-case; Next's own names (`_app`, `[trpc]`, `404`) are as Next wants them, and routers are named as they are called. */
const kebabCaseFiles = {
  meta: { type: 'suggestion', messages: { name: 'Name the file in kebab-case: {{name}}' }, schema: [] },
  create: (context) => ({
    Program(node) {
      const name = context.filename.split(/[\\/]/).at(-1)
      const kebabCase = /^(_?[a-z0-9]+(-[a-z0-9]+)*|\[[a-zA-Z.]+\])(\.[a-z0-9-]+)+$/
      const isRouter = /\bapi[\\/]routers[\\/]\w+\.ts$/.test(context.filename)
      if (!isRouter && !kebabCase.test(name)) context.report({ node, messageId: 'name', data: { name } })
    },
  }),
}

const environmentMessage = 'Read the environment through `env` in ~/env: it is checked once, when the process starts.'

const namedZod = ['ImportSpecifier[imported.name="z"]', 'ImportDefaultSpecifier'].map((specifier) => ({
  selector: `ImportDeclaration[source.value="zod"] > ${specifier}`,
  message: "Write `import * as z from 'zod'`: it costs a quarter in the browser.",
}))
/** The rules that judge expressions read literals alone. */
const builtExpressions = ['NewExpression', 'CallExpression'].map((call) => ({
  selector: `${call}[callee.name="RegExp"]`,
  message: 'Write the expression as a literal: what is put together at run time is judged by no rule.',
}))
const environmentReads = [
  {
    selector: ':not(MemberExpression[property.name="NODE_ENV"]) > MemberExpression[object.name="process"][property.name="env"]',
    message: environmentMessage,
  },
  { selector: 'VariableDeclarator[init.name="process"] > ObjectPattern', message: environmentMessage },
]
const barrels = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
  { selector: 'ExportNamedDeclaration[source.value=/^[.~]/]', message: 'No barrels: import from the file that defines it.' },
]
const defaultExports = { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true, namespaceFrom: true } }
const restrictedImports = {
  paths: [
    ...['process', 'node:process'].map((name) => ({ name, importNames: ['env'], message: environmentMessage })),
    {
      name: 'lucide-react',
      message: 'Import the icon from ~/components/icons/lucide and run `npm run icons`: the package is for development.',
    },
  ],
}

const dependencies = (policies) => ['error', { default: 'disallow', checkAllOrigins: true, checkUnknownLocals: true, policies }]

/**
 * The laws of this project. What holds for TypeScript and React in general, with types, is for oxlint
 * (.oxlintrc.json), which is ten times as fast at it.
 */
export default defineConfig(
  globalIgnores([
    '.next/',
    'dist/',
    '.data/',
    'coverage/',
    'test-results/',
    'playwright-report/',
    'src/generated/',
    '**/*.generated.ts',
    'next-env.d.ts',
  ]),
  {
    // A rule that is wrong for the project is changed here, for everyone; nothing is switched off in place.
    linterOptions: { noInlineConfig: true },
    plugins: { project: { rules: { 'kebab-case-files': kebabCaseFiles } } },
    rules: {
      // Also a comment that would switch off a rule of oxlint in place.
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'xxx', 'eslint-disable', 'eslint-enable', 'oxlint-disable', 'oxlint-enable'] },
      ],
      'no-restricted-syntax': ['error', ...namedZod],
      'project/kebab-case-files': 'error',
    },
  },
  { files: ['**/*.{ts,tsx}'], languageOptions: { parser } },
  {
    // An expression that takes more than linear time on some text lets whoever sends that text stop the process.
    files: ['src/**', 'scripts/**', 'lab/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false, ignorePartial: false }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'boundaries/files': files,
      'boundaries/files-single-match': true,
      'boundaries/root-path': import.meta.dirname,
      'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
      'boundaries/legacy-templates': false,
      'import/resolver': { typescript: { project: import.meta.dirname, alwaysTryTypes: true } },
    },
    rules: {
      'boundaries/dependencies': dependencies(policies),
      'boundaries/no-unknown-files': 'error',
      'no-restricted-exports': ['error', defaultExports],
      'no-restricted-imports': ['error', restrictedImports],
      'no-restricted-syntax': ['error', ...namedZod, ...builtExpressions, ...environmentReads, ...barrels],
    },
  },
  ...lawsByFolder.map(({ files, policies }) => ({ files, rules: { 'boundaries/dependencies': dependencies(policies) } })),
  {
    files: ['src/env.ts'],
    rules: { 'no-restricted-imports': 'off', 'no-restricted-syntax': ['error', ...namedZod, ...builtExpressions, ...barrels] },
  },
  {
    // The list of drawn icons: each is a module of its own, so that a page loads those that it shows.
    files: ['src/components/icons/lucide.ts'],
    rules: { 'no-restricted-syntax': ['error', ...namedZod, ...builtExpressions, ...environmentReads] },
  },
  {
    // A module is declared with the default export that it has.
    files: ['src/types/**'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    // A page's default export is Next's interface, and a page may pass on a server function made elsewhere.
    files: ['src/pages/**'],
    rules: { 'no-restricted-exports': 'off', 'no-restricted-syntax': ['error', ...namedZod, ...builtExpressions, ...environmentReads] },
  },
)
