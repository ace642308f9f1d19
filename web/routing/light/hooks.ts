import { createContext, useContext } from 'react'
import { hrefOf, type Target } from './link.tsx'
import type { Params } from './routes.ts'
import { canGoBack, go } from './steps.ts'

/** The address whose screen is shown, which during a step is the one before. */
export type Shown = { href: string; params: Params }
export const ShownContext = createContext<Shown>({ href: '/', params: {} })

export const useParams = (_options?: { strict: false }): Params => useContext(ShownContext).params

export function useLocation(): { pathname: string; href: string } {
  const { href } = useContext(ShownContext)
  return { pathname: href.split('?', 1)[0] ?? '', href }
}

/** Everything is a text here. */
export function useSearch(_options?: { strict: false }): Params {
  const { href } = useContext(ShownContext)
  return Object.fromEntries(new URLSearchParams(href.split('?')[1] ?? ''))
}

const navigate = (target: Target): Promise<void> => go(hrefOf(target), target.replace)
const back = (): void => history.back()
const router = { navigate, history: { back } }

export const useNavigate = () => navigate
export const useRouter = () => router
export const useCanGoBack = (): boolean => canGoBack()
