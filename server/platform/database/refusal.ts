/** The database cannot be used as it is; `message` is the sentence for whoever starts Narthex. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

const TLS = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_)/
const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|ENOENT|EACCES)/

/** What is wrong with the address in `variable`, when connecting to it failed like this. */
export function refusalOf(error: unknown, variable: string): DatabaseRefusal {
  return new DatabaseRefusal(`${sentenceFor(error, variable)}`, { cause: error })
}

function sentenceFor(error: unknown, variable: string): string {
  const { code = '', message, syscall } = error as NodeJS.ErrnoException
  const first = (error as AggregateError).errors?.[0] as NodeJS.ErrnoException | undefined
  if (syscall === 'open') return `A certificate file that ${variable} names cannot be read (${code}).`
  if (TLS.test(code))
    return `The certificate of the database in ${variable} is not trusted (${code}): give its authority with sslrootcert=, or, where the network is yours, sslmode=no-verify.`
  if (message.includes('does not support SSL'))
    return `The database in ${variable} speaks no TLS: remove sslmode, or switch TLS on there.`
  if (code === '28P01') return `The database in ${variable} refuses this user or password.`
  if (code === '28000')
    return `The database in ${variable} does not let this user in from here: it may not exist there, or its pg_hba.conf may ask for TLS (sslmode=verify-full).`
  if (code === '3D000') return `The database named in ${variable} does not exist: create it first.`
  if (code === '57P03') return `The database in ${variable} is still starting: try again in a moment.`
  if (UNREACHABLE.test(code) || /timeout|timed out|terminated/i.test(message))
    return `The database in ${variable} does not answer (${first?.code ?? (code || 'no answer')}): is it running, and are host and port right?`
  return `The database in ${variable} cannot be used (${code || message}).`
}
