import { useEffect, useState } from 'react'
import { lookAtBrowser, type Standing } from './push-browser.ts'

/** What the browser says, followed while the page is looked at: leave may be given and taken elsewhere. Undefined: not known yet. */
export function useStanding(door: string) {
  const [standing, setStanding] = useState<Standing>()
  useEffect(() => {
    const look = async () => setStanding(await lookAtBrowser(door))
    const onSeen = () => void look()
    void look()
    window.addEventListener('focus', onSeen)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      window.removeEventListener('focus', onSeen)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [door])
  return [standing, setStanding] as const
}
