import type { Chunk } from '../chunks.ts'

/**
 * The families' portal is a page of its own, built apart: it shares no file with the page of the staff, so that it holds
 * only what it uses. What every screen of it needs and says, and one file for each half of the screens behind its door.
 */
export const chunks: readonly Chunk[] = [
  {
    name: 'core',
    holds: [
      '@lingui/core',
      '@lingui/message-utils',
      '@lingui/react',
      '@tabler/icons-react',
      'idb',
      'react',
      'react-dom',
      'scheduler',
      'contract/',
      'web/api/',
      'web/app/',
      'web/checkin/portal/events/event-words.tsx',
      'web/checkin/portal/persons/',
      'web/checkin/portal/push/push-memory.ts',
      'web/checkin/portal/push/use-push-renewal.ts',
      'web/checkin/portal/reading/',
      'web/checkin/portal/session/',
      'web/device/',
      'web/languages/',
      'web/routing/',
      'web/session/',
      'web/ui/',
    ],
    but: [
      'web/device/push-browser.ts',
      'web/device/use-standing.ts',
      'web/languages/notified.ts',
      'web/languages/registering.ts',
      'web/languages/en/notified.json',
      'web/languages/en/registering.json',
      'web/languages/fr/notified.json',
      'web/languages/fr/registering.json',
      'web/ui/controls/switch.module.css',
      'web/ui/controls/switch.tsx',
      'web/ui/door-frame/',
      'web/ui/preferences/',
      'web/ui/push/',
    ],
  },
  { name: 'pass', holds: ['web/checkin/labels/', 'web/checkin/portal/pass/', 'uqr'] },
  { name: 'entering', holds: ['web/checkin/portal/entering/', 'web/ui/door-frame/'] },
  {
    name: 'home',
    holds: [
      'web/checkin/portal/family/',
      'web/checkin/portal/guardians/',
      'web/checkin/portal/home/',
      'web/checkin/portal/profile/',
      'web/ui/preferences/',
    ],
  },
  {
    name: 'event',
    holds: [
      'web/checkin/portal/attendance/',
      'web/checkin/portal/events/',
      'web/checkin/portal/registration/',
      'web/languages/registering.ts',
      'web/languages/en/registering.json',
      'web/languages/fr/registering.json',
    ],
    // The form for a ward is loaded when it is wanted.
    but: ['web/checkin/portal/registration/ward-dialog.tsx'],
  },
  // Comes after the screens that offer it.
  {
    name: 'push',
    holds: [
      'web/checkin/portal/push/',
      'web/languages/notified.ts',
      'web/languages/en/notified.json',
      'web/languages/fr/notified.json',
      'web/device/push-browser.ts',
      'web/device/use-standing.ts',
      'web/ui/controls/switch.module.css',
      'web/ui/controls/switch.tsx',
      'web/ui/push/',
    ],
  },
]
