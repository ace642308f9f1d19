export type ContactFileProblem = 'unreadable_file' | 'too_many_rows'

/** A contact file that cannot be used, by its code of `contract/errors.ts`. */
export class ContactFileError extends Error {
  override readonly name = 'ContactFileError'
  readonly code: ContactFileProblem

  constructor(code: ContactFileProblem) {
    super(code)
    this.code = code
  }
}
