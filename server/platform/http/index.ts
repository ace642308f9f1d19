export { ApiError } from '../runtime/api-error.ts'
export { refusalOf, valuesIn } from './body.ts'
export { systemActor, type Actor } from './actor.ts'
export type {
  Authenticator,
  Caller,
  GuardianAuthenticator,
  GuardianCaller,
  IdentifyOperator,
  OperatorCaller,
  StaffAuthenticator,
} from './caller.ts'
export { openRecollection } from './recollection.ts'
export { refuseCrossSite } from './cross-site.ts'
export type { Download } from './download.ts'
export { clientGone } from './gone.ts'
export type { Call, Serve } from './serve.ts'
export type { Messages } from './stream.ts'
export type { Upload } from './upload.ts'
