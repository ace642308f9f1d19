import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activate, i18n, preferredLanguage } from '../languages/index.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { Toasts } from '../ui/toasts/index.ts'
import { router } from './router.tsx'

/** When the first screen takes longer than this, it is shown that something is coming. */
const PATIENCE_MS = 400

async function start(root: HTMLElement): Promise<void> {
  const ready = Promise.race([router.load(), new Promise((soon) => setTimeout(soon, PATIENCE_MS))])
  await Promise.all([activate(preferredLanguage()), ready])
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
        <Toasts />
      </I18nProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
