import { readFileSync } from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, parseSync, Visitor, type ESTree, type Plugin } from 'vite'
import { groupsOf, HELPERS, isCatalog } from './scripts/page-modules.ts'

/** Catalogs are written as ICU sentences and shipped parsed, so that the browser carries no parser. */
function catalogs(): Plugin {
  return {
    name: 'catalogs',
    enforce: 'pre',
    transform(code, id) {
      if (!isCatalog(id)) return null
      const sentences = JSON.parse(code) as Record<string, string>
      const parsed = Object.entries(sentences).map(([key, sentence]) => [key, compileMessageOrThrow(sentence)])
      return { code: JSON.stringify(Object.fromEntries(parsed)) }
    },
  }
}

/** What the contract says of a call for the API's documentation; no screen reads it. */
const DOCUMENTATION = new Set(['summary', 'errors'])
const CONTRACT = path.join(import.meta.dirname, 'contract/')

/** Leaves the documentation out of the page, and makes a call that no screen makes fall out altogether. */
function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null
      const edits: Edit[] = []
      new Visitor({
        CallExpression: ({ start, callee, arguments: [shape] }) => {
          if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || shape?.type !== 'ObjectExpression') return
          edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
          for (const [at, part] of shape.properties.entries())
            if (part.type === 'Property' && part.key.type === 'Identifier' && DOCUMENTATION.has(part.key.name))
              edits.push({ start: part.start, end: shape.properties[at + 1]?.start ?? shape.end - 1, text: '' })
        },
      }).visit(parseSync(id, code).program)
      return { code: edited(code, edits) }
    },
  }
}

/** Replaces what stands from `start` to `end`. */
type Edit = { start: number; end: number; text: string }

const edited = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)

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
      if (!helpers) return
      const made = makingOf(helpers.code)
      for (const user of files.filter(({ imports }) => imports.includes(helpers.fileName))) {
        const from = `./${path.basename(helpers.fileName)}`
        user.code = edited(
          user.code,
          bodyOf(user.code).flatMap((part) =>
            part.type === 'ImportDeclaration' && part.source.value === from
              ? [{ start: part.start, end: part.end, text: `var{${boundBy(part)}}=${made};` }]
              : [],
          ),
        )
        user.imports = user.imports.filter((name) => name !== helpers.fileName)
      }
      delete bundle[helpers.fileName]
    },
  }
}

const bodyOf = (code: string): (ESTree.Directive | ESTree.Statement)[] => parseSync('chunk.js', code).program.body
const nameOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name)

/** A module as an expression of what it exports. */
function makingOf(code: string): string {
  const last = bodyOf(code).at(-1)
  if (last?.type !== 'ExportNamedDeclaration') throw new Error("The bundler's helpers end with no list of exports.")
  const exported = last.specifiers.map(({ local, exported }) => `${nameOf(exported)}:${nameOf(local)}`)
  return `(()=>{${code.slice(0, last.start)}return{${exported.join()}}})()`
}

/** What an import binds, as a pattern. */
const boundBy = ({ specifiers }: ESTree.ImportDeclaration): string =>
  specifiers
    .flatMap((one) => (one.type === 'ImportSpecifier' ? [`${nameOf(one.imported)}:${one.local.name}`] : []))
    .join()

const SCHEME = 'web/device/scheme.js'
const SCHEME_TAG = '<script src="/device/scheme.js"></script>'

/** The script of the first paint stands in the page: the server allows it by its hash (server/platform/site/web-page.ts). */
function schemeInPage(): Plugin {
  return {
    name: 'scheme-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (page) => {
        const { code } = minifySync(SCHEME, readFileSync(path.join(import.meta.dirname, SCHEME), 'utf8'))
        return page.replace(SCHEME_TAG, () => `<script>${code.trim()}</script>`)
      },
    },
  }
}

/** The portal's one sheet stands in its page, allowed in the same way. */
function sheetInPage(): Plugin {
  return {
    name: 'sheet-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle = {} }) =>
        page.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/, (link, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') return link
          delete bundle[file]
          return `<style>${String(sheet.source).trim()}</style>`
        }),
    },
  }
}

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
      'zod/mini': path.join(import.meta.dirname, 'web/api/no-schemas.ts'),
      // The portal has few screens: a router of 2 kB does for them what one of 22 does for the staff's page.
      ...(mode === PORTAL && {
        '@tanstack/react-router': path.join(import.meta.dirname, 'web/routing/light/index.ts'),
        './catalogs.ts': path.join(import.meta.dirname, 'web/languages/portal-catalogs.ts'),
      }),
    },
  },
  plugins: [
    react(),
    catalogs(),
    leanContract(),
    schemeInPage(),
    ...(mode === PORTAL ? [sheetInPage(), carriedHelpers(), portalPage()] : []),
  ],
  build: {
    outDir: '../dist/web',
    // The portal is built second, into the same folder.
    emptyOutDir: mode !== PORTAL,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // One sheet for the whole portal, in its page: a request costs more than its few kilobytes.
    cssCodeSplit: mode !== PORTAL,
    rolldownOptions: {
      ...(mode === PORTAL && { input: 'web/portal.html' }),
      // Schemas are stand-ins here (web/api/no-schemas.ts): making one changes nothing.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'pageOf', 'numberedPage', 'selectionOf'] },
      output: {
        codeSplitting: { groups: groupsOf(mode === PORTAL ? 'portal' : 'staff') },
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
