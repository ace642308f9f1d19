/**
 * A file of the page: the modules that it holds, with what they import unless a chunk before it holds that. `web/ui/toasts/`
 * is all that lies below a folder, `web/languages/*` what lies in it itself, `web/app/guards.ts` one module, `react` a
 * package and `scheduler/index.js` a file of it; `but` leaves some out.
 */
export type Chunk = { name: string; holds: readonly string[]; but?: readonly string[] }

/**
 * Few files instead of fifty, as a poor network pays for each request: what every screen needs, what the pages before the
 * doors need, what the doors behind them need; then what most screens there share, what lists share, and the calls that
 * several areas make. Languages and the areas' screens stay apart.
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
      '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs',
      '@tanstack/history',
      '@tanstack/react-router',
      '@tanstack/react-store',
      '@tanstack/router-core',
      '@tanstack/store',
      'contract/endpoint.ts',
      'contract/errors.ts',
      'contract/pages.ts',
      'contract/abilities.ts',
      'contract/identity/session.ts',
      'web/api/act.ts',
      'web/api/call.ts',
      'web/api/use-act.ts',
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
  {
    name: 'screen',
    holds: [
      '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs',
      '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs',
      '@tabler/icons-react/dist/esm/icons/IconCheck.mjs',
      '@tabler/icons-react/dist/esm/icons/IconClock.mjs',
      '@tabler/icons-react/dist/esm/icons/IconCopy.mjs',
      '@tabler/icons-react/dist/esm/icons/IconDownload.mjs',
      '@tabler/icons-react/dist/esm/icons/IconMail.mjs',
      '@tabler/icons-react/dist/esm/icons/IconPencil.mjs',
      '@tabler/icons-react/dist/esm/icons/IconPhone.mjs',
      '@tabler/icons-react/dist/esm/icons/IconPlus.mjs',
      '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs',
      '@tabler/icons-react/dist/esm/icons/IconSend.mjs',
      '@tabler/icons-react/dist/esm/icons/IconTag.mjs',
      '@tabler/icons-react/dist/esm/icons/IconTrash.mjs',
      '@tabler/icons-react/dist/esm/icons/IconUpload.mjs',
      '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs',
      'contract/calendar.ts',
      'contract/exports.ts',
      'web/api/idempotency-key.ts',
      'web/api/use-call.ts',
      'web/device/width.ts',
      'web/languages/phone.ts',
      'web/lists/list-filter.ts',
      'web/lists/paged-list.ts',
      'web/ui/data-table/menu.tsx',
      'web/ui/data-table/search-box.tsx',
      'web/ui/data-table/tick-box.tsx',
      'web/ui/filters/drop-panel.tsx',
      'web/ui/forms/form-foot.tsx',
      'web/ui/marks/phone.tsx',
      'web/ui/surfaces/badge.tsx',
      'web/ui/surfaces/bare-frame.tsx',
      'web/ui/surfaces/card.tsx',
      'web/ui/surfaces/page-header.tsx',
      'web/ui/surfaces/use-drop.ts',
    ],
  },
  {
    name: 'list',
    holds: [
      'web/lists/list-export.ts',
      'web/lists/saved-views.ts',
      'web/ui/data-table/',
      'web/ui/filters/',
      'web/ui/list-page/',
    ],
  },
  {
    name: 'people',
    holds: [
      'contract/people/groups.ts',
      'contract/people/persons.ts',
      'web/people/failure-text.ts',
      'web/people/queries.ts',
      'web/people/words.ts',
    ],
  },
  {
    name: 'sms',
    holds: [
      'contract/messaging/delivery-reasons.ts',
      'contract/messaging/sender-ids.ts',
      'contract/messaging/sending-hours.ts',
      'contract/messaging/sms.ts',
    ],
  },
  {
    name: 'kept-messages',
    holds: ['contract/messaging/drafts.ts', 'contract/messaging/sent-sms.ts'],
  },
  {
    name: 'message-lists',
    holds: [
      'web/messaging/lists/cut-subject.ts',
      'web/messaging/lists/kept-messages.ts',
      'web/messaging/lists/use-deleting.tsx',
    ],
  },
  {
    name: 'followup',
    holds: [
      'contract/followup/day.ts',
      'contract/followup/look-ups.ts',
      'contract/followup/people.ts',
      'contract/followup/settings.ts',
      'contract/followup/tasks.ts',
      'web/followup/form-page.module.css',
      'web/followup/hub/hub.module.css',
      'web/followup/words.ts',
    ],
  },
  { name: 'sums', holds: ['contract/billing/exact.ts', 'contract/billing/payments.ts', 'web/languages/money.ts'] },
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
