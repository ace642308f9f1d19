import path from 'node:path'
import { defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { cssVariables, theme } from './web/ui/theme.ts'

/** Palettes of Mantine that no screen of ours uses; leaving them out halves the style sheet. */
const UNUSED_PALETTE = /^--mantine-color-(pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-/

/** The pages' policy forbids inline style elements, so the theme's variables become a style sheet at build time. */
function themeVariables(): Plugin {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const [ours, base] = [cssVariables(merged), defaultCssVariablesResolver(merged)]
  const block = (selector: string, part: 'variables' | 'light' | 'dark') => {
    const entries = Object.entries({ ...base[part], ...ours[part] }).filter(([name]) => !UNUSED_PALETTE.test(name))
    return `${selector}{${entries.map(([name, value]) => `${name}:${value}`).join(';')}}`
  }
  const sheet = [
    block(':root', 'variables'),
    block(':root[data-mantine-color-scheme="light"]', 'light'),
    block(':root[data-mantine-color-scheme="dark"]', 'dark'),
  ].join('\n')
  return {
    name: 'theme-variables',
    enforce: 'pre',
    transform: (_code, id) =>
      id.endsWith('/web/ui/mantine/variables.css') ? { code: `@layer mantine{${sheet}}` } : null,
  }
}

/** Catalogs are written as ICU sentences and shipped parsed, so that the browser carries no parser. */
function catalogs(): Plugin {
  return {
    name: 'catalogs',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/web\/lib\/languages\/[a-z]{2}\/\w+\.json$/.test(id)) return null
      const sentences = JSON.parse(code) as Record<string, string>
      const parsed = Object.entries(sentences).map(([key, sentence]) => [key, compileMessageOrThrow(sentence)])
      return { code: JSON.stringify(Object.fromEntries(parsed)) }
    },
  }
}

/** What the contract says for the API's documentation; no screen reads it. */
const DOCUMENTATION = /^ {2}(?:summary:\s+(?:'[^'\n]*'|"[^"\n]*"),|errors: \[[^\]]*\],)\n/gm

/** Leaves the documentation out of the page, and makes a call that no screen makes fall out altogether. */
function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    transform: (code, id) =>
      /\/contract\/[\w-]+(?:\/[\w-]+)?\.ts$/.test(id)
        ? { code: code.replace(DOCUMENTATION, '').replaceAll('= endpoint({', '= /* @__PURE__ */ endpoint({') }
        : null,
  }
}

const HELPERS = '\0rolldown/runtime.js'
/** `a as b` of an import or an export, as it is written in a pattern or an object. */
const paired = (names: string, isExported: boolean): string =>
  names
    .split(',')
    .map((name) => name.trim().split(' as '))
    .map(([is = '', called = is]) => (isExported ? `${called}:${is}` : `${is}:${called}`))
    .join(',')

/**
 * The bundler puts two small helpers into a file of their own, which every first visit would pay for with a request: each
 * file that uses them carries them instead.
 */
function carriedHelpers(): Plugin {
  return {
    name: 'carried-helpers',
    enforce: 'pre',
    // Their names are given before this changes what is in them.
    augmentChunkHash: () => 'carries its helpers',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const helpers = files.find(({ moduleIds }) => moduleIds.length === 1 && moduleIds[0] === HELPERS)
      const [, body, exported] = /^([^]*)export\{([^}]*)\};?\s*$/.exec(helpers?.code ?? '') ?? []
      if (!helpers || body === undefined || exported === undefined) return
      const users = files.filter(({ imports }) => imports.includes(helpers.fileName))
      const use = new RegExp(`import\\{([^}]*)\\}from"\\./${path.basename(helpers.fileName)}";`)
      if (!users.every(({ code }) => use.test(code))) return
      for (const user of users) {
        user.code = user.code.replace(
          use,
          (_, names: string) => `var{${paired(names, false)}}=(()=>{${body}return{${paired(exported, true)}}})();`,
        )
        user.imports = user.imports.filter((name) => name !== helpers.fileName)
      }
      delete bundle[helpers.fileName]
    },
  }
}

/**
 * Three parcels instead of thirty: what every screen needs, what the pages before the door need, and what the doors
 * behind it need. A poor network pays for each request. Languages and the areas' screens stay apart.
 */
const parcels = [
  {
    name: 'door',
    test: /\/web\/app\/(tenant\/|shell\/|gate\/|routes\/(?!root|front|console)|session\/)|\/web\/lib\/(session|queries|format)\.|\/web\/ui\/(mantine|preferences)\//,
    priority: 1,
  },
  {
    name: 'identity',
    test: /\/web\/(identity\/entering\/(sign-in-page|reset-page|frame)|ui\/door-frame\/[\w-]+)\.tsx?$/,
    priority: 2,
  },
  {
    name: 'core',
    test: /rolldown.runtime|\/web\/ui\/door-frame\/[\w-]+\.module\.css|\/node_modules\/(react|react-dom|scheduler|zod|@lingui|@tanstack\/(react-router|router-core|history|react-store|store))\/|\/contract\/(endpoint|errors|pages|identity\/(session|abilities))|\/web\/(app\/(main|routes\/(root|front|console-front)|router|pending)|lib\/(api|form-call|paths|color-scheme|signed-in-hint|languages\/(activate|index|languages|texts))\.|ui\/(tokens|base|controls\/(button|field)|marks\/brand|surfaces\/note|toasts\/))/,
    priority: 3,
  },
]

/**
 * The families' portal is a page of its own, built apart: it shares no file with the page of the staff, so that it holds
 * only what it uses. What every screen of it needs, and one parcel for each half of the screens behind its door.
 */
const portalParcels = [
  { name: 'entering', test: /\/web\/(checkin\/portal\/entering|ui\/door-frame)\//, priority: 1 },
  { name: 'home', test: /\/web\/(checkin\/portal\/(home|family|guardians|profile)|ui\/preferences)\//, priority: 1 },
  {
    name: 'event',
    // The form for a ward is loaded when it is wanted.
    test: /\/web\/checkin\/portal\/(events|registration\/(?!ward-dialog)|attendance)/,
    priority: 1,
  },
  // Comes after the screens that offer it.
  { name: 'push', test: /\/web\/checkin\/portal\/push\//, priority: 1 },
  { name: 'pass', test: /\/web\/checkin\/(portal\/pass|labels)\/|\/node_modules\/uqr\//, priority: 2 },
  {
    name: 'core',
    test: /rolldown.runtime|preload-helper|\/node_modules\/(?!uqr)|\/contract\/|\/web\/(app\/|ui\/(?!door-frame|preferences)|checkin\/portal\/(session|reading|persons)\/)|\/portal\/(events\/event-words|push\/(push-memory|use-push-renewal))|\/web\/lib\/(?!languages\/\w\w[-./])/,
    priority: 3,
  },
]

/** The mode of `vite build` that makes the families' portal instead of the staff's page. */
const PORTAL = 'portal'

/** `vite --mode portal` serves the portal at every address of a page. */
function portalPage(): Plugin {
  return {
    name: 'portal-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (/^\/checkin(\/(?!portal\/)[^.]*)?(\?|$)/i.test(request.url ?? '')) request.url = '/portal.html'
        next()
      })
    },
  }
}

export default defineConfig(({ mode }) => ({
  root: 'web',
  // The contract's schemas are the server's: every screen is 14 kB lighter without them.
  resolve: {
    alias: {
      'zod/mini': path.join(import.meta.dirname, 'web/lib/no-schemas.ts'),
      // The portal has few screens: a router of 2 kB does for them what one of 22 does for the staff's page.
      ...(mode === PORTAL && {
        '@tanstack/react-router': path.join(import.meta.dirname, 'web/lib/light-router/index.ts'),
        './catalogs.ts': path.join(import.meta.dirname, 'web/lib/languages/portal-catalogs.ts'),
      }),
    },
  },
  plugins: [
    react(),
    themeVariables(),
    catalogs(),
    leanContract(),
    ...(mode === PORTAL ? [carriedHelpers(), portalPage()] : []),
  ],
  build: {
    outDir: '../dist/web',
    // The portal is built second, into the same folder.
    emptyOutDir: mode !== PORTAL,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One sheet for the whole portal: a request costs more than its few kilobytes.
    cssCodeSplit: mode !== PORTAL,
    rolldownOptions: {
      ...(mode === PORTAL && { input: 'web/portal.html' }),
      // Schemas are stand-ins here (web/lib/no-schemas.ts): making one changes nothing.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'pageOf', 'numberedPage', 'selectionOf'] },
      output: {
        codeSplitting: { groups: mode === PORTAL ? portalParcels : parcels },
        // The first page names every file there is, so their names are short: on a phone each letter of them is loaded.
        chunkFileNames: 'assets/[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/login', '/forgotpassword', '/PasswordReset', '/family', '/getfamilyroles'].map((path) => [
        path,
        'http://localhost:3000',
      ]),
    ),
  },
}))
