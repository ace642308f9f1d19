import { useEffect, useState } from 'react'
import { readPass, type Pass } from '#contract/checkin/registration.ts'
import { ApiFailure } from '../../../lib/api.ts'
import { isPageKept } from '../../../lib/keep-page.ts'
import { dropPass, keepPass, keptPass } from '../shared/kept-passes.ts'
import { useRead } from '../shared/use-read.ts'

export type Found = {
  /** Undefined: neither read nor kept. */
  pass: Pass | undefined
  /** It was kept before and could not be asked for now. */
  isOld: boolean
  /** It opens on this phone without a network. */
  isSaved: boolean
  failure: unknown
  reload: () => void
}

/** An address that was cut off when it was copied leads to no pass either. */
const isGone = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'invalid_input')

/** What this phone has kept of a pass, before and besides the server's answer. */
function useKept(id: string, read: Pass | undefined, failure: unknown) {
  const [kept, setKept] = useState<{ pass?: Pass; isSaved: boolean }>()
  useEffect(() => {
    let isHere = true
    const look = async () => {
      if (isGone(failure)) await dropPass(id)
      const isKept = read ? await keepPass(read) : (await keptPass(id)) !== undefined
      const pass = isKept ? await keptPass(id) : undefined
      if (isHere) setKept({ ...(pass && { pass }), isSaved: false })
      const isSaved = isKept && (await isPageKept())
      if (isHere) setKept({ ...(pass && { pass }), isSaved })
    }
    void look()
    return () => {
      isHere = false
    }
  }, [id, read, failure])
  return kept
}

/** A pass as it is now, or as this phone has kept it. */
export function usePass(id: string): Found {
  const { data, failure, reload } = useRead(readPass, { params: { id } })
  const kept = useKept(id, data, failure)
  const own = isGone(failure) ? undefined : (data ?? kept?.pass)
  return {
    pass: own,
    isOld: own !== undefined && failure !== undefined,
    isSaved: kept?.isSaved ?? false,
    // Until the phone has been looked through, nothing is lost.
    failure: own || !kept ? undefined : failure,
    reload,
  }
}
