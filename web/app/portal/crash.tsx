import type { CrashProps } from '../../routing/light/screens.tsx'
import { Failed } from '../../ui/states/index.ts'

/** Shown in place of a screen that broke, or whose script did not arrive. */
export const CrashInPortal = ({ error, reset }: CrashProps) => <Failed failure={error} onRetry={reset} />
