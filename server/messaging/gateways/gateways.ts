import type { AppContext } from '../../platform/app-context.ts'
import type { Config } from '../../platform/config/index.ts'
import type { NoteProvider } from '../../platform/provider-notes/index.ts'
import { africasTalkingGateway } from './africas-talking.ts'
import { GatewayBusy, GatewayClosed, GatewayUnsure, type Gateway } from './gateway.ts'
import { kannelGateway } from './kannel.ts'
import { narthexGateway } from './narthex.ts'
import { restingGateway } from './resting.ts'
import type { SignedCall } from './signed-call.ts'
import { smtpGateway } from './smtp.ts'
import { termiiGateway } from './termii.ts'
import { twilioGateway } from './twilio.ts'

const CALLBACKS = '/api/webhooks/sms'
/** Takes emails, by no route. */
export const MAIL_SERVER = 'smtp'

export type Gateways = {
  find: (name: string) => Gateway | null
  /** The names that a route may give. */
  names: () => string[]
  /** A call that came to the webhook of this gateway, for it to read; null: there is no such gateway. */
  signed: (name: string, call: Came) => { gateway: Gateway; call: SignedCall } | null
}

type Came = { url: string; rawBody: Buffer | null; headers: Record<string, unknown>; at: Date }

/** The gateways of this installation, by the name that a route gives. */
export function openGateways({ gateways }: Pick<Config, 'gateways'>): Gateways {
  const byName = new Map<string, { gateway: Gateway; callbackBase: string }>()
  const add = <Settings extends { callbackBase: string }>(
    name: string,
    settings: Settings | null,
    open: (settings: Settings & { callbackUrl: string }) => Gateway,
  ): void => {
    if (!settings) return
    const { callbackBase } = settings
    byName.set(name, {
      gateway: open({ ...settings, callbackUrl: `${callbackBase}${CALLBACKS}/${name}` }),
      callbackBase,
    })
  }
  add('default', gateways.default, narthexGateway)
  add('kannel', gateways.kannel, kannelGateway)
  add('termii', gateways.termii, termiiGateway)
  add('africastalking', gateways.africastalking, africasTalkingGateway)
  add('twilio', gateways.twilio, twilioGateway)
  return {
    find: (name) => byName.get(name)?.gateway ?? null,
    names: () => [...byName.keys()],
    signed: (name, { url, rawBody, headers, at }) => {
      const found = byName.get(name)
      if (!found) return null
      const address = new URL(found.callbackBase + url)
      return { gateway: found.gateway, call: { address, rawBody: rawBody ?? Buffer.alloc(0), headers, at } }
    },
  }
}

/**
 * The gateway that a route names; how each of its calls went is noted as `sms:<name>`, and one that is closed again and
 * again is left alone for a while. One that this installation does not have is always closed.
 */
export function gatewayFinder({ config, clock, noteProvider }: Pick<AppContext, 'config' | 'clock' | 'noteProvider'>) {
  const gateways = openGateways(config)
  const opened = new Map<string, Gateway>()
  return (name: string): Gateway => {
    const known = opened.get(name)
    if (known) return known
    const found =
      name === MAIL_SERVER
        ? notedGateway(smtpGateway({ url: config.mail.url, ...config.emails }), 'mail', noteProvider)
        : notedGateway(gateways.find(name) ?? missingGateway(name), `sms:${name}`, noteProvider)
    const gateway = restingGateway(found, clock)
    opened.set(name, gateway)
    return gateway
  }
}

/** The same gateway; how each of its calls went is noted for the operators' console, whatever number of messages it carried. */
export function notedGateway(gateway: Gateway, provider: string, note: NoteProvider): Gateway {
  const noted = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call
      note(provider)
      return answer
    } catch (failure) {
      // One that asks for a pause is there and answers.
      if (failure instanceof GatewayBusy) note(provider)
      else note(provider, { error: sentenceOf(failure) })
      throw failure
    }
  }
  return {
    ...gateway,
    submit: (messages) => noted(gateway.submit(messages)),
    lookUp: (messages) => noted(gateway.lookUp(messages)),
  }
}

/** Our own sentences; those of others could quote what was sent. */
const sentenceOf = (failure: unknown): string =>
  failure instanceof GatewayClosed || failure instanceof GatewayUnsure ? failure.message : 'The call failed.'

function missingGateway(name: string): Gateway {
  const closed = () => Promise.reject(new GatewayClosed(`This installation has no gateway “${name}”.`))
  return { batch: 1, submit: closed, lookUp: closed, readReceipts: () => 'unsigned', readReplies: () => 'unsigned' }
}
