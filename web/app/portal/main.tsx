import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepPage } from '../../device/keep-page.ts'
import { activate, i18n, preferredLanguage } from '../../languages/index.ts'
import { preload, setRoutes } from '../../routing/light/routes.ts'
import { Screens, type CrashProps } from '../../routing/light/screens.tsx'
import '../../ui/tokens.css'
import '../../ui/base.css'
import { Toasts } from '../../ui/toasts/index.ts'
import { Pending } from '../pending.tsx'
import { beginAtDoor, guardDoor } from './guards.ts'
import { NotFound } from './not-found.tsx'
import { PortalDoor } from './portal-door.tsx'
import { routes } from './routes.ts'
import { Failed } from '../../ui/states/index.ts'

/** Shown in place of a screen that broke, or whose script did not arrive. */
const CrashInPortal = ({ error, reset }: CrashProps) => <Failed failure={error} onRetry={reset} />

async function start(root: HTMLElement): Promise<void> {
  setRoutes(routes)
  // Both at once: what is read for the first screen comes in one request.
  beginAtDoor(location.pathname)
  preload(location.pathname)
  await activate(preferredLanguage())
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Screens guard={guardDoor} door={PortalDoor} pending={Pending} crash={CrashInPortal} notFound={NotFound} />
        <Toasts />
      </I18nProvider>
    </StrictMode>,
  )
  keepPage('/checkin')
}

const root = document.getElementById('root')
if (root) void start(root)
