import type { KnipConfig } from 'knip'

export default {
  // What nobody uses, as by default, and modules that import each other in a circle.
  include: [
    'files',
    'dependencies',
    'devDependencies',
    'optionalPeerDependencies',
    'unlisted',
    'binaries',
    'unresolved',
    'exports',
    'types',
    'enumMembers',
    'namespaceMembers',
    'duplicates',
    'cycles',
  ],
  rules: { cycles: 'error' },
  workspaces: {
    '.': {
      entry: [
        // Programs: of the server, of package.json's commands, and those that tests run in processes of their own.
        'src/server/http/main.ts',
        'src/server/platform/files/decoder/main.ts',
        'src/server/platform/pdf/draw-pdf.mjs',
        'scripts/{*,*/main}.{mjs,ts}',
        'scripts/tools/generate-client.mjs',
        'scripts/api-docs/write.ts',
        'tests/setup/{card-shop,dispatcher,file-uploader,merger,seller,signer,writer}.ts',
        // What a package is replaced by in tests, named in vitest.config.ts.
        'tests/setup/argon2.ts',
        'tests/setup/decoder-program.ts',
      ],
      project: [
        'src/**/*.{ts,tsx,mjs,mdx,css}',
        '!src/generated/**',
        'scripts/**/*.{mjs,ts}',
        'tests/**/*.{ts,tsx}',
        '*.{js,ts}',
        'prisma/*.prisma',
      ],
      ignoreDependencies: [
        // Font files, named by their paths.
        '@fontsource-variable/archivo',
        '@expo-google-fonts/archivo',
        'dejavu-fonts-ttf',
        '@fontsource-variable/noto-sans-jp',
        '@fontsource-variable/noto-sans-kr',
        '@fontsource-variable/noto-sans-sc',
        // Next builds with it where NEXT_RSPACK says so (scripts/build.mjs).
        'next-rspack',
        // Read by its path: scripts/icons.mjs draws what the shop uses.
        'lucide-react',
        // Imported by the program that tests/api/openapi-client.test.ts writes.
        'openapi-fetch',
        // Programs that scripts/test.mjs runs by their paths.
        'oxlint',
        'oxlint-tsgolint',
        'typescript-native',
      ],
    },
    lab: {
      entry: [
        '{bench,load}.mjs',
        '{bench,load}/main.ts',
        'bench/bare-server.mjs',
        'bench/{stream-server,stream-readers,api-server,page-visitor,bank-preview,preview-child}.ts',
      ],
      project: ['**/*.{mjs,ts}'],
      // A program that bench/pages.ts runs by its path.
      ignoreDependencies: ['lighthouse'],
    },
  },
  // Of every Linux system; a load run does without where they are missing.
  ignoreBinaries: ['mount', 'umount', 'dpkg-query', 'apt-get'],
  // A type may be exported beside the value that it describes.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig
