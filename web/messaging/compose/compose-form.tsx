import { useRef, useEffect, useEffectEvent } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { DestinationField } from '../destination/destination.tsx'
import { isUnsent, neutralNameOf, usesName, type Draft } from '../draft/draft.ts'
import { cheaperSpelling } from '../message/dear-signs.ts'
import { DearNote } from '../message/dear-note.tsx'
import { MessageField } from '../message/message-field.tsx'
import { QuoteAside } from '../quote/quote-aside.tsx'
import { SmsPreview } from '../quote/sms-preview.tsx'
import classes from './compose.module.css'
import { SenderField } from '../sender/sender-field.tsx'
import { useCompose } from './use-compose.ts'
import { usedKinds } from '../destination/kinds.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { paths } from '../../routing/paths.ts'
import { LeaveGuard } from '../../ui/forms/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Art } from '../../ui/states/index.ts'
import { IconSend } from '../../ui/icons.ts'

type ActionBarProps = {
  isSending: boolean
  canSend: boolean
  /** The cost in a line, for phones, where the figures are further down. */
  cost: { text: string; isTooMuch: boolean } | null
  onSend: () => void
  onDiscard: () => void
}

/** Send and Discard; on phones they stay at the bottom of the screen. */
function ActionBar({ isSending, canSend, cost, onSend, onDiscard }: ActionBarProps) {
  const t = useTexts()
  return (
    <div className={classes['actions']}>
      {cost && (
        <p className={`phone-only num ${classes['cost']} ${cost.isTooMuch ? classes['tooMuch'] : ''}`}>{cost.text}</p>
      )}
      <div className={classes['buttons']}>
        <Button
          kind="primary"
          icon={IconSend}
          className={classes['send']}
          busy={isSending}
          disabled={!canSend}
          onClick={onSend}
        >
          {t(isSending ? 'messaging.compose.beingSent' : 'messaging.compose.send')}
        </Button>
        <Button onClick={onDiscard}>{t('messaging.compose.discard')}</Button>
      </div>
      <span className="vh" role="status">
        {isSending ? t('messaging.compose.beingSent') : ''}
      </span>
    </div>
  )
}

const GO_ON_AFTER_MS = 3500

/** Says that the message is on its way, and goes on by itself. */
function SentDialog({ units, onGoOn }: { units: number; onGoOn: () => void }) {
  const t = useTexts()
  const goOn = useEffectEvent(onGoOn)
  useEffect(() => {
    const timer = setTimeout(goOn, GO_ON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const actions = (
    <Button kind="primary" onClick={onGoOn}>
      {t('messaging.compose.goOn')}
    </Button>
  )
  return (
    <Dialog open onClose={onGoOn} title={t('messaging.compose.sentTitle')} actions={actions}>
      <div className={classes['sent']} role="status">
        <Art picture="letter" />
        <p className="muted">{t('messaging.compose.unitsUsed', { count: units })}</p>
      </div>
    </Dialog>
  )
}

/** Asks before an unsent message is left behind. */
function UnsentGuard({ isUnsent }: { isUnsent: boolean }) {
  const t = useTexts()
  const words = {
    title: t('messaging.compose.leaveTitle'),
    text: t('messaging.compose.leaveText'),
    leave: t('messaging.compose.leave'),
    stay: t('messaging.compose.stay'),
  }
  return <LeaveGuard isUnsaved={isUnsent} freeTo={paths.signIn} staysOnPage words={words} />
}

/** The cost in one line: the units and for how many, or how many units are missing. */
function useCostLine(quote: SmsQuote | null): { text: string; isTooMuch: boolean } | null {
  const t = useTexts()
  if (!quote) return null
  if (quote.balanceAfter < 0)
    return { text: t('messaging.compose.unitsMissing', { count: -quote.balanceAfter }), isTooMuch: true }
  return {
    text: t('messaging.compose.costLine', { units: quote.units, count: quote.recipients }),
    isTooMuch: false,
  }
}

/** What the first line of the cost calls those who were chosen. */
function useChosenLabel(draft: Draft): string {
  const t = useTexts()
  const [kind, ...others] = usedKinds(draft)
  if (others.length > 0) return t('messaging.compose.chosenInAll')
  if (kind === 'all') return t('messaging.compose.allContacts')
  if (kind === 'groups') return t('messaging.compose.peopleInGroups', { count: draft.groupIds.length })
  if (kind === 'numbers') return t('messaging.compose.phoneNumbers')
  return kind === 'file' ? t('messaging.compose.contactsInFile') : t('messaging.compose.chosenInAll')
}

const messageErrors: Record<'empty' | 'too_long', TextId> = {
  empty: 'messaging.compose.enterMessage',
  too_long: 'messaging.compose.messageTooLong',
}

const NEUTRAL_NAME_MAX_LENGTH = 40

/** Everything one needs to write a message and send it; `onLeave` goes where the page leads to. */
export function ComposeForm({ initial, onLeave }: { initial: Draft; onLeave: () => void }) {
  const t = useTexts()
  const { church } = useSession()
  const messageRef = useRef<HTMLTextAreaElement>(null)
  const destinationRef = useRef<HTMLSelectElement>(null)
  const form = useCompose(initial, { message: messageRef, destination: destinationRef })
  const { draft, change, sender, selected, senderIds, missing, quoting, sentUnits } = form
  const cheaper = cheaperSpelling(draft.message)
  const { quote } = quoting
  return (
    <form className={classes['compose']} noValidate onSubmit={(event) => event.preventDefault()}>
      <div className={classes['form']}>
        <SenderField
          senderIds={senderIds.data}
          failed={senderIds.isError}
          onRetry={() => void senderIds.refetch()}
          selected={selected}
          onChange={(senderId) => change({ senderId })}
        />
        <DestinationField
          ref={destinationRef}
          draft={draft}
          onChange={change}
          everybody={church.people}
          error={missing.destination && t('messaging.compose.selectDestination')}
        />
        <MessageField
          ref={messageRef}
          value={draft.message}
          onChange={(message) => change({ message })}
          onSend={form.send}
          withHint={!cheaper}
          error={missing.message && t(messageErrors[missing.message])}
        />
        {cheaper && <DearNote cheaper={cheaper} onReplace={(message) => change({ message })} />}
        {usesName(draft.message) && (
          <div className={classes['neutral']}>
            <TextField
              label={t('messaging.compose.neutralName')}
              value={draft.neutralName}
              maxLength={NEUTRAL_NAME_MAX_LENGTH}
              autoComplete="off"
              onChange={(event) => change({ neutralName: event.target.value })}
            />
          </div>
        )}
        <ActionBar
          isSending={form.isSending}
          canSend={sender !== null}
          cost={useCostLine(quote)}
          onSend={form.send}
          onDiscard={onLeave}
        />
      </div>
      <div className={classes['aside']}>
        <QuoteAside
          quoting={quoting}
          chosenLabel={useChosenLabel(draft)}
          dearSigns={cheaper?.visible ?? []}
          onReplace={(message) => change({ message })}
        />
        <SmsPreview
          church={church.name}
          sender={selected?.mask ?? null}
          message={draft.message}
          neutralName={neutralNameOf(draft) ?? ''}
          samples={quote?.samples ?? []}
          isStale={quoting.isStale}
          dearSigns={cheaper?.visible ?? []}
        />
      </div>
      <UnsentGuard isUnsent={sentUnits === null && isUnsent(draft, initial)} />
      {sentUnits !== null && <SentDialog units={sentUnits} onGoOn={onLeave} />}
    </form>
  )
}
