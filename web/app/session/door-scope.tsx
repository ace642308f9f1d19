import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { paths } from '../../routing/paths.ts'
import { queryClient, watchRefusals } from './guards.ts'

/** What every door behind the sign-in shares: the cache, and what a refused call leads to. */
export function DoorScope({ children }: { children: ReactNode }) {
  const router = useRouter()
  useEffect(() => {
    watchRefusals({
      toSignIn: (search) => router.navigate({ to: paths.signIn, search, replace: true }),
      runGuards: () => router.invalidate(),
    })
  }, [router])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
