import nextPlugin from '@next/eslint-plugin-next'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { elements, files, policies } from './eslint.import-law.js'

/** Files are named in kebab-case; Next's own names (`_app`, `[trpc]`, `404`) are as Next wants them. */
const kebabCaseFiles = {
  meta: { type: 'suggestion', messages: { name: 'Name the file in kebab-case: {{name}}' }, schema: [] },
  create: (context) => ({
    Program(node) {
      const name = context.filename.split(/[\\/]/).at(-1)
      const kebabCase = /^(_?[a-z0-9]+(-[a-z0-9]+)*|\[[a-zA-Z.]+\])(\.[a-z0-9-]+)+$/
      if (!kebabCase.test(name)) context.report({ node, messageId: 'name', data: { name } })
    },
  }),
}

const environmentMessage = 'Read the environment through `env` in ~/env: it is checked once, when the process starts.'

const namedZod = ['ImportSpecifier[imported.name="z"]', 'ImportDefaultSpecifier'].map((specifier) => ({
  selector: `ImportDeclaration[source.value="zod"] > ${specifier}`,
  message: "Write `import * as z from 'zod'`: it costs a quarter in the browser.",
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
  paths: ['process', 'node:process'].map((name) => ({ name, importNames: ['env'], message: environmentMessage })),
}

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
      eqeqeq: 'error',
      'no-warning-comments': 'error',
      'no-restricted-syntax': ['error', ...namedZod],
      // Circles of modules are for knip, which reads each file once.
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'project/kebab-case-files': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // A procedure, a page's server function or a fake answers with a promise because its caller asks for one.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest'], nextPlugin.configs['core-web-vitals']],
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
      'boundaries/dependencies': ['error', { default: 'disallow', checkAllOrigins: true, checkUnknownLocals: true, policies }],
      'boundaries/no-unknown-files': 'error',
      // The React Compiler is not in use, and TanStack Table is.
      'react-hooks/incompatible-library': 'off',
      'no-restricted-exports': ['error', defaultExports],
      'no-restricted-imports': ['error', restrictedImports],
      'no-restricted-syntax': ['error', ...namedZod, ...environmentReads, ...barrels],
    },
  },
  { files: ['src/env.ts'], rules: { 'no-restricted-imports': 'off', 'no-restricted-syntax': ['error', ...namedZod, ...barrels] } },
  {
    // A page's default export is Next's interface, and a page may pass on a server function made elsewhere.
    files: ['src/pages/**'],
    rules: { 'no-restricted-exports': 'off', 'no-restricted-syntax': ['error', ...namedZod, ...environmentReads] },
  },
  // Google's tag takes `arguments` objects for commands, and nothing else.
  { files: ['src/features/site/cookie-consent/google-tag.ts'], rules: { 'prefer-rest-params': 'off' } },
  {
    files: ['tests/**'],
    rules: {
      // `expect(object.method)` does not call it, and a stand-in may do nothing.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      // Vitest's matchers (`expect.any(Date)`) are of type any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  { files: ['**/*.{js,mjs}'], extends: [tseslint.configs.base] },
)
