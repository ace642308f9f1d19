import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Failed } from '../../ui/states/index.ts'

/** Shown in place of a screen that broke, inside the shell; trying again reads its data anew. */
export function CrashInside({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return <Failed failure={error} onRetry={() => void retry()} />
}

/** The same where not even the shell could be shown. */
export const CrashPage = (props: ErrorComponentProps) => (
  <main>
    <h1 className="vh">Narthex</h1>
    <CrashInside {...props} />
  </main>
)
