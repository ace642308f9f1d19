import {
  closeConsole,
  confirmConsole,
  openConsole as openConsoleCall,
  readConsole,
  type ConsoleSession,
} from '#contract/operator/session.ts'
import {
  hashToken,
  looksLikeToken,
  emailKey,
  forgiveSignIn,
  newToken,
  takeAttempts,
  verifyNothing,
  verifyPassword,
  type Attempt,
  accountAttempts,
  networkOf,
} from '../../identity/index.ts'
import type { Database, Tx } from '../../platform/database/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite, type Serve, ApiError, type Actor } from '../../platform/http/index.ts'
import { askPassword, countCode, passSecondFactor } from './second-factor.ts'
import { clearOperatorCookie, operatorToken, setOperatorCookie } from './identify-operator.ts'
import {
  endOperatorSession,
  noteConfirmed,
  findConsole,
  findOperator,
  insertOperatorSession,
  type KnownOperator,
} from './session-store.ts'
import type { Config } from '../../platform/config/index.ts'
import { noteOperatorAct } from '../log/index.ts'

type Trying = { emailKey: string; ip: string }

/** Tries for an operator, counted apart from those for the churches' accounts of the same address. */
export const operatorAttempts = ({ emailKey, ip }: Trying): Attempt[] =>
  accountAttempts('signIn', { who: `operator\n${emailKey}`, ip })

/** A try at the console: for the operator, and from the network, which is counted with all it tries. */
const attemptsOf = (trying: Trying): Attempt[] => [
  ...operatorAttempts(trying),
  { kind: 'signInAddress', who: networkOf(trying.ip) },
]

/** A working day at most. */
const SESSION_SECONDS = 12 * 60 * 60

/** A refusal takes this long, so that its time does not tell whether there is such an operator. */
const REFUSAL_MS = 250

type ConsoleCredentials = {
  email: string
  password: string
  code?: string | undefined
  /** Where the request came from; nobody in particular yet. */
  actor: Actor
  ip: string
  at: Date
  /** The session that the same browser had until now; it ends. */
  previousToken?: string | undefined
}

type OpenedConsole = { token: string; operatorId: string }

type ConsoleContext = Pick<AppContext, 'database' | 'config' | 'startPad'>

/**
 * Opens a session at the console; without a second factor it is good for nothing but setting one up. Throws `wrong_credentials`, the same whether the address is known or not, and
 * `too_many_tries`, for the right password too; then `second_factor_needed` and `wrong_second_factor`.
 */
async function openConsole(context: ConsoleContext, credentials: ConsoleCredentials): Promise<OpenedConsole> {
  const { email, password, ip, at } = credentials
  const pad = context.startPad(REFUSAL_MS)
  const key = emailKey(email)
  const attempts = attemptsOf({ emailKey: key, ip })
  // Counted and committed before the password is compared, so that tries at the same moment all count.
  const operator = await context.database.withoutTenant(async (tx) => {
    await takeAttempts(tx, attempts, at)
    return findOperator(tx, key)
  })
  // The demo's operators, whose password everybody knows, are nobody outside it.
  const isKnown = operator !== null && (!operator.isDemo || context.config.demo)
  if (isKnown && (await verifyPassword(password, operator.passwordHash))) {
    if (operator.totpSecret !== null && credentials.code) await countCode(context.database, operator.id, at)
    const opened = await openSession(context, { operator, attempts, credentials })
    if (opened) return opened
  }
  if (!isKnown) await verifyNothing(password)
  await pad()
  throw new ApiError('wrong_credentials')
}

type Opening = { operator: KnownOperator; attempts: Attempt[]; credentials: ConsoleCredentials }

/** Null when the password or the operator were changed in the meantime. */
function openSession(
  { database, config }: ConsoleContext,
  { operator, attempts, credentials }: Opening,
): Promise<OpenedConsole | null> {
  const { at, previousToken, code } = credentials
  const token = newToken()
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000)
  return database.withOperator({ operatorId: operator.id }, async (tx) => {
    await passSecondFactor(tx, operator, { code, secretKey: config.secretKey, at })
    if (!(await insertOperatorSession(tx, { ...operator, tokenHash: hashToken(token), at, expiresAt }))) return null
    if (previousToken && looksLikeToken(previousToken)) await endOperatorSession(tx, hashToken(previousToken))
    await forgiveSignIn(tx, attempts)
    const actor: Actor = { ...credentials.actor, kind: 'operator', id: operator.id, name: emailKey(credentials.email) }
    await noteOperatorAct(tx, actor, { act: 'operator.signed_in', details: {}, at })
    return { token, operatorId: operator.id }
  })
}

type Asked = { operatorId: string; config: Pick<Config, 'demo' | 'sandboxPort'>; at: Date }

/**
 * The operator's session as the console's shell needs it. Whoever has no second factor yet is told nothing of the
 * installation. The transaction is the operator's.
 */
async function consoleSession(tx: Tx, { operatorId, config, at }: Asked): Promise<ConsoleSession> {
  const { churches, senders, payments, changes, replies, ...operator } = await findConsole(tx, operatorId, at)
  const sandboxUrl = config.demo && config.sandboxPort > 0 ? `http://localhost:${config.sandboxPort}` : null
  const isHere = operator.hasSecondFactor || operator.isDemo
  return {
    operator: { id: operatorId, ...operator },
    waiting: isHere ? { senders, payments, changes, replies } : { senders: 0, payments: 0, changes: 0, replies: 0 },
    churches: isHere ? churches : 0,
    sandboxUrl,
  }
}

export function sessionRoutes(serve: Serve, context: AppContext): void {
  const { database, config } = context
  serve(openConsoleCall, async ({ body, actor, at, request, reply }) => {
    refuseCrossSite(request)
    const previousToken = operatorToken(request, config)
    const { token, operatorId } = await openConsole(context, { ...body, actor, ip: request.ip, at, previousToken })
    setOperatorCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return database.withOperator({ operatorId }, (tx) => consoleSession(tx, { operatorId, config, at }))
  })
  serve(readConsole, ({ operator: { operatorId }, at, transact }) =>
    transact((tx) => consoleSession(tx, { operatorId, config, at })),
  )
  serve(confirmConsole, async ({ body, operator, request, at, transact }) => {
    await askPassword(database, operator, { ...body, at })
    const tokenHash = hashToken(operatorToken(request, config) ?? '')
    await transact((tx) => noteConfirmed(tx, operator.operatorId, { tokenHash, at }))
    return { confirmed: true as const }
  })
  serve(closeConsole, async ({ request, reply }) => {
    const token = operatorToken(request, config)
    if (token) refuseCrossSite(request)
    await close(database, token)
    clearOperatorCookie(reply, config)
    return { signedOut: true as const }
  })
}

/** Ends the session of a token. One that is none, or that ended before, is no failure. */
async function close(database: Database, token: string | undefined): Promise<void> {
  if (token === undefined || !looksLikeToken(token)) return
  await database.withoutTenant((tx) => endOperatorSession(tx, hashToken(token)))
}
