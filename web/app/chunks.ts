/**
 * A file of the page: the modules that it holds, with what they import unless a chunk before it holds that. `web/ui/toasts/`
 * is all that lies below a folder, `web/languages/*` what lies in it itself, `web/app/guards.ts` one module, `react` a
 * package; `but` leaves some out.
 */
export type Chunk = { name: string; holds: readonly string[]; but?: readonly string[] }

/**
 * Three files instead of thirty: what every screen needs, what the pages before the doors need, and what the doors behind
 * them need. A poor network pays for each request. Languages and the areas' screens stay apart.
 */
export const chunks: readonly Chunk[] = [
  {
    name: 'core',
    holds: [
      'react',
      'react-dom',
      'scheduler',
      'zod',
      '@lingui/core',
      '@lingui/message-utils',
      '@lingui/react',
      '@tanstack/history',
      '@tanstack/react-router',
      '@tanstack/react-store',
      '@tanstack/router-core',
      '@tanstack/store',
      'contract/endpoint.ts',
      'contract/errors.ts',
      'contract/pages.ts',
      'contract/identity/abilities.ts',
      'contract/identity/session.ts',
      'web/api/call.ts',
      'web/api/form-call.ts',
      'web/app/main.tsx',
      'web/app/pending.tsx',
      'web/app/router.tsx',
      'web/app/routes/console-front-routes.ts',
      'web/app/routes/front-routes.ts',
      'web/app/routes/root.ts',
      'web/device/color-scheme.ts',
      'web/languages/activate.ts',
      'web/languages/index.ts',
      'web/languages/languages.ts',
      'web/languages/texts.tsx',
      'web/routing/paths.ts',
      'web/session/signed-in-hint.ts',
      'web/ui/base.css',
      'web/ui/controls/button.module.css',
      'web/ui/controls/button.tsx',
      'web/ui/controls/field.module.css',
      'web/ui/controls/field.tsx',
      'web/ui/door-frame/door-frame.module.css',
      'web/ui/marks/brand-mark.module.css',
      'web/ui/marks/brand-mark.tsx',
      'web/ui/surfaces/note.module.css',
      'web/ui/surfaces/note.tsx',
      'web/ui/toasts/',
      'web/ui/tokens.css',
    ],
  },
  {
    name: 'identity',
    holds: [
      'web/identity/entering/frame.tsx',
      'web/identity/entering/reset-page.tsx',
      'web/identity/entering/sign-in-page.tsx',
      'web/ui/door-frame/',
    ],
  },
  {
    name: 'door',
    holds: [
      'web/api/queries.ts',
      'web/app/gate/',
      'web/app/routes/',
      'web/app/session/',
      'web/app/shell/',
      'web/app/tenant/',
      'web/languages/format.tsx',
      'web/session/session.ts',
      'web/ui/preferences/',
    ],
    but: ['web/app/routes/console-routes.ts'],
  },
]

/**
 * What a station keeps ahead of the time without a network: its page, the door before it and its screens. What is said
 * there is kept in every language (`stationPlaces`).
 */
export const stationModules: readonly string[] = [
  'web/app/main.tsx',
  'web/app/routes/church-routes.ts',
  'web/app/session/guards.ts',
  'web/app/tenant/door.tsx',
  'web/app/tenant/station-door.tsx',
  'web/checkin/labels/',
  'web/checkin/offline/',
  'web/checkin/station/',
]
/** `checkin` is what is said of acts that wait to be sent. */
export const stationPlaces = ['before', 'inside', 'checkin', 'station'] as const
