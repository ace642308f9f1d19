import { Component, type ComponentType, type ReactNode } from 'react'

export type CrashProps = { error: unknown; reset: () => void }
type GuardProps = { crash: ComponentType<CrashProps>; children: ReactNode }

/** What breaks while it is drawn is replaced by the words for it. Only a class can catch that. */
export class CrashGuard extends Component<GuardProps, { error: unknown; isBroken: boolean }> {
  override state = { error: undefined, isBroken: false }
  static getDerivedStateFromError = (error: unknown) => ({ error, isBroken: true })
  override render() {
    const { crash: Crash, children } = this.props
    const reset = () => this.setState({ error: undefined, isBroken: false })
    return this.state.isBroken ? <Crash error={this.state.error} reset={reset} /> : children
  }
}
