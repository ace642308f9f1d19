import { I18nProvider } from '@lingui/react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activate, i18n, preferredLanguage } from '../lib/languages/index.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { Toasts } from '../ui/toasts/index.ts'
import { router } from './router.tsx'

async function start(root: HTMLElement): Promise<void> {
  // The screen's code is on its way while the language comes; what it loads itself comes after.
  const language = activate(preferredLanguage())
  await Promise.all([language, router.load()])
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
