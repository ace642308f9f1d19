import { ApiFailure, type FailureCode } from '../../api/call.ts'

/**
 * Why the station does not do something by itself. `class_full`: every place of the class was taken when the network was last
 * here; `no_places` and `no_codes`: it has none left to give away without a network, and there may be others; `not_kept`: nothing can be kept on this device; `not_ready`: it has no pack of this event.
 */
export type StationRefusalCode =
  | 'not_found'
  | 'class_removed'
  | 'class_full'
  | 'no_places'
  | 'no_codes'
  | 'wrong_code'
  | 'not_released'
  | 'not_ready'
  | 'not_kept'

/** A refusal of the device itself. `fields`: class id → name for `class_full` and `no_places`, child id → verdict for `not_released`. */
export class StationRefusal extends Error {
  override readonly name = 'StationRefusal'
  readonly code: StationRefusalCode
  readonly fields: Record<string, string>
  /** Of a release: it is kept here, for the custody log. */
  readonly isWritten: boolean

  constructor(code: StationRefusalCode, fields: Record<string, string> = {}, isWritten = false) {
    super(code)
    this.code = code
    this.fields = fields
    this.isWritten = isWritten
  }
}

/** What the device itself has refused; the server has not heard of it yet. */
export class OwnRefusal extends ApiFailure {
  /** Of a release: it is kept on the device and goes into the custody log with everything else. */
  readonly isWritten: boolean

  constructor(code: FailureCode, { message, fields, isWritten }: StationRefusal) {
    super(code, 0, message, fields)
    this.isWritten = isWritten
  }
}
