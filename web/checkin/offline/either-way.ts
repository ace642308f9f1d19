import { ApiFailure, type FailureCode } from '../../lib/api.ts'
import { isAway } from '../../lib/is-away.ts'
import { OwnRefusal } from './own-refusal.ts'
import { pace } from './pace.ts'
import { StationRefusal, type StationRefusalCode } from './station-refusal.ts'

type Ways<T> = {
  online: () => Promise<T>
  /** Null: the device cannot. `isAsked`: a call was made before, and may still arrive. */
  local: ((isAsked: boolean) => Promise<T>) | null
  /** What was done before of the same family still waits: this has to wait behind it. */
  isLocalFirst?: boolean
}

/** The server's answer; where none comes, or a class is full that the station holds places of, the device's. Throws `ApiFailure`. */
export async function eitherWay<T>({ online, local, isLocalFirst = false }: Ways<T>): Promise<T> {
  if (local && isLocalFirst) return byItself(() => local(false), null)
  try {
    const answer = await online()
    pace.heard()
    return answer
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    if (failure.code === 'timeout') pace.hung()
    else if (failure.status > 0) pace.heard()
    if (local && (isAway(failure) || failure.code === 'class_full')) return byItself(() => local(true), failure)
    throw failure
  }
}

/** Codes of the device that the screens have words for; the others leave it at what the server said, or did not say. */
const codes: Partial<Record<StationRefusalCode, FailureCode>> = {
  class_full: 'class_full',
  no_places: 'no_places',
  no_codes: 'no_places',
  class_removed: 'class_removed',
  wrong_code: 'wrong_code',
  not_released: 'not_released',
}

async function byItself<T>(local: () => Promise<T>, failure: ApiFailure | null): Promise<T> {
  try {
    return await local()
  } catch (refusal) {
    if (!(refusal instanceof StationRefusal)) throw refusal
    const code = codes[refusal.code]
    // Where the server has given a reason, that is the better one.
    if (failure && (!code || !isAway(failure))) throw failure
    throw new OwnRefusal(code ?? 'network', refusal)
  }
}
