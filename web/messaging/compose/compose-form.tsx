import { useRef } from 'react'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { useSession } from '../../lib/session.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { DestinationField } from '../destination/destination.tsx'
import { isUnsent, neutralNameOf, usesName, type Draft } from '../draft/draft.ts'
import { cheaperSpelling } from '../message/dear-signs.ts'
import { DearNote } from '../message/dear-note.tsx'
import { MessageField } from '../message/message-field.tsx'
import { QuoteAside } from '../quote/quote-aside.tsx'
import { SmsPreview } from '../quote/sms-preview.tsx'
import { ActionBar } from './action-bar.tsx'
import { useChosenLabel } from './chosen-label.ts'
import classes from './compose.module.css'
import { useCostLine } from './cost-line.ts'
import { SenderField } from '../sender/sender-field.tsx'
import { SentDialog } from './sent-dialog.tsx'
import { UnsentGuard } from './unsent-guard.tsx'
import { useCompose } from './use-compose.ts'

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
