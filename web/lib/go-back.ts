import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** A click that shall open elsewhere, such as in another tab, is left alone. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Makes a link go one step back in history; where there is no step, it leads where it points. */
export function useStepBack(): (event: MouseEvent) => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (event) => {
    if (!canGoBack || !isPlain(event)) return
    event.preventDefault()
    router.history.back()
  }
}
