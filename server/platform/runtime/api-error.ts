import { errors, type ErrorBody, type ErrorCode } from '#contract/errors.ts'

type ErrorDetails = {
  fields?: Record<string, string>
  retryAfter?: number
  /** In the place of the default sentence, where it can say more, such as which class is full. */
  message?: string
}

/** A refusal with a code of the contract; status and default sentence stand in its one table. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** What is wrong with which input field, by dotted path. */
  readonly fields: Record<string, string> | undefined
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errors[code].message)
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return errors[this.code].status
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.fields ? { fields: this.fields } : {}) }
  }
}
