import { useEffect, useState, type ComponentType, type ReactNode, Component } from 'react'
import { ShownContext, type Shown } from './hooks.ts'
import { find, loadScreen, loadedScreen, type Route } from './routes.ts'
import { arrive, go, useHere } from './steps.ts'

export type CrashProps = { error: unknown; reset: () => void }
type GuardProps = { crash: ComponentType<CrashProps>; children: ReactNode }

/** What breaks while it is drawn is replaced by the words for it. Only a class can catch that. */
class CrashGuard extends Component<GuardProps, { error: unknown; isBroken: boolean }> {
  override state = { error: undefined, isBroken: false }
  static getDerivedStateFromError = (error: unknown) => ({ error, isBroken: true })
  override render() {
    const { crash: Crash, children } = this.props
    const reset = () => this.setState({ error: undefined, isBroken: false })
    return this.state.isBroken ? <Crash error={this.state.error} reset={reset} /> : children
  }
}

/** What is shown meanwhile, and in place of a screen. */
type Around = {
  /** May answer another address to go to; what it throws is shown as a crash. */
  guard: (href: string) => string | null | Promise<string | null>
  door: ComponentType<{ children: ReactNode }>
  pending: ComponentType
  crash: ComponentType<CrashProps>
  notFound: ComponentType
}

/** A screen that takes longer than this is announced. */
const PATIENCE_MS = 400

type State = Shown & { route: Route | null; Screen: ComponentType | null; error?: unknown }

async function reach(href: string, guard: Around['guard']): Promise<State | string> {
  const found = find(href)
  if (!found) return { href, params: {}, route: null, Screen: null }
  const { route, params } = found
  try {
    const other = route.isInside ? await guard(href) : null
    if (other !== null) return other
    return { href, params, route, Screen: await loadScreen(found) }
  } catch (error) {
    return { href, params, route, Screen: null, error }
  }
}

/** Without waiting where nothing is to be waited for, so that a step between screens does not flicker. */
function reachedAtOnce(href: string): State | null {
  const found = find(href)
  const Screen = found && !found.route.isInside && loadedScreen(found.route)
  return found && Screen ? { href, ...found, Screen } : null
}

function useShown(guard: Around['guard']) {
  const href = useHere()
  const [shown, setShown] = useState<State | null>(() => reachedAtOnce(href))
  const [isLate, setLate] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    // False once another step is made meanwhile.
    let isWanted = true
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    void reach(href, guard).then((reached) => {
      if (!isWanted) return
      clearTimeout(timer)
      if (typeof reached === 'string') return void go(reached, true)
      setLate(false)
      setShown(reached)
    })
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [href, guard, tries])
  useEffect(() => {
    if (shown) arrive()
  }, [shown])
  return { shown, isLate, again: () => setTries(tries + 1) }
}

/** The screen of the address, behind the door where it stands behind it. The one before stays until it is there. */
export function Screens({ guard, door: Door, pending: Pending, crash: Crash, notFound: NotFound }: Around) {
  const { shown, isLate, again } = useShown(guard)
  if (!shown) return isLate ? <Pending /> : null
  const { href, params, route, Screen } = shown
  if (!route) {
    return (
      <ShownContext value={{ href, params }}>
        <NotFound />
      </ShownContext>
    )
  }
  const screen = Screen ? (
    <CrashGuard key={href} crash={Crash}>
      <Screen />
    </CrashGuard>
  ) : (
    <Crash error={shown.error} reset={again} />
  )
  return (
    <ShownContext value={{ href, params }}>
      {route.isInside ? <Door>{isLate ? <Pending /> : screen}</Door> : screen}
    </ShownContext>
  )
}
