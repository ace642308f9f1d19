import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Failed } from '../ui/states/index.ts'

/** Shown in place of a screen that broke; trying again reads its data anew. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <main>
      <Failed failure={error} onRetry={() => void retry()} />
    </main>
  )
}
