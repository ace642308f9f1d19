import { ApiFailure, type FailureCode } from '../../api/call.ts'
import type { StationRefusal } from './station-refusal.ts'

/** What the device itself has refused; the server has not heard of it yet. */
export class OwnRefusal extends ApiFailure {
  /** Of a release: it is kept on the device and goes into the custody log with everything else. */
  readonly isWritten: boolean

  constructor(code: FailureCode, { message, fields, isWritten }: StationRefusal) {
    super(code, 0, message, fields)
    this.isWritten = isWritten
  }
}
