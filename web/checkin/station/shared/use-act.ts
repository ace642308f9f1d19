import { useState } from 'react'
import { ApiFailure } from '../../../api/call.ts'
import { underWay } from '../../shared/under-way.ts'

/** Runs one thing at a time; its refusal is kept for the screen to word. The station is not left while it runs. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  const run = async (act: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await underWay(act())
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run: (act: () => Promise<void>) => void run(act), forget: () => setFailure(null) }
}
