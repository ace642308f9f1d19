import { useState, type SubmitEvent } from 'react'
import type { Settings } from '#contract/operator/settings.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { textOf } from '../../api/use-act.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import parts from '../form/console.module.css'
import { ReasonField } from '../form/reason-field.tsx'
import { useWaits } from '../form/form-dialog.tsx'
import {
  changed,
  newAccount,
  newLimit,
  twiceIn,
  without,
  type SettingsDraft,
  draftOf,
  settingsOf,
  useSaveSettings,
} from './draft.ts'
import { AccountRow, LimitRow } from './money-rows.tsx'
import classes from './settings.module.css'
import type { ConsoleChange } from '#contract/operator/changes.ts'

/** The settings being written. What another operator has saved meanwhile is replaced only by a second press. */
function useSettingsForm(settings: Settings, onSaved: (change: ConsoleChange | null) => void) {
  const save = useSaveSettings()
  const [before, setBefore] = useState(settings)
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [isOvertaken, setOvertaken] = useState(false)
  const isTwice = twiceIn(draft.approvalLimits) !== undefined || twiceIn(draft.bankAccounts) !== undefined
  const send = (reason: string) => {
    if (save.busy || isTwice) return
    type Saved = { settings: Settings; isSaved: boolean; change: ConsoleChange | null }
    const answered = ({ settings: now, isSaved, change }: Saved) => {
      setBefore(now)
      setOvertaken(!isSaved)
      if (!isSaved) return
      setDraft(draftOf(now))
      onSaved(change)
    }
    save.run({ wanted: settingsOf(draft), before, reason }, { done: answered })
  }
  const takeTheirs = () => {
    setDraft(draftOf(before))
    setOvertaken(false)
  }
  return {
    draft,
    set: (change: Partial<SettingsDraft>) => setDraft((typed) => ({ ...typed, ...change })),
    send,
    isBusy: save.busy,
    failure: save.failure,
    isOvertaken,
    takeTheirs,
  }
}

type PartProps = { draft: SettingsDraft; set: (change: Partial<SettingsDraft>) => void }

function Reach({ draft, set }: PartProps) {
  const t = useTexts()
  return (
    <Card title={t('operator.settings.reach')}>
      <div className="stack">
        <p className="muted">{t('operator.settings.reachText')}</p>
        <TextField
          type="email"
          label={t('operator.settings.email')}
          maxLength={254}
          value={draft.supportEmail}
          onChange={(event) => set({ supportEmail: event.target.value })}
        />
        <TextField
          type="tel"
          label={t('operator.settings.phone')}
          maxLength={40}
          value={draft.supportPhone}
          onChange={(event) => set({ supportPhone: event.target.value })}
        />
        <TextField
          type="url"
          label={t('operator.settings.chat')}
          hint={t('operator.settings.chatHint')}
          pattern="https://.+"
          maxLength={300}
          value={draft.chatUrl}
          onChange={(event) => set({ chatUrl: event.target.value })}
        />
      </div>
    </Card>
  )
}

/** As whom receipts are issued. */
function Issuer({ draft, set }: PartProps) {
  const t = useTexts()
  return (
    <Card title={t('operator.settings.issuer')}>
      <div className="stack">
        <p className="muted">{t('operator.settings.issuerText')}</p>
        <TextField
          label={t('operator.settings.legalName')}
          maxLength={160}
          value={draft.legalName}
          onChange={(event) => set({ legalName: event.target.value })}
        />
        <TextField
          label={t('operator.settings.taxNumber')}
          maxLength={40}
          value={draft.taxNumber}
          onChange={(event) => set({ taxNumber: event.target.value })}
        />
      </div>
    </Card>
  )
}

function Twice({ rows }: { rows: readonly { currency: string }[] }) {
  const t = useTexts()
  const currency = twiceIn(rows)
  return currency ? <Note tone="bad">{t('operator.settings.twice', { currency })}</Note> : null
}

function Limits({ draft: { approvalLimits: rows }, set }: PartProps) {
  const t = useTexts()
  return (
    <Card title={t('operator.settings.limits')}>
      <div className="stack">
        <p className="muted">{t('operator.settings.limitsText')}</p>
        <ul className={classes['limits']}>
          {rows.map((row) => (
            <LimitRow
              key={row.key}
              row={row}
              onChange={(change) => set({ approvalLimits: changed(rows, row.key, change) })}
              onRemove={() => set({ approvalLimits: without(rows, row.key) })}
            />
          ))}
        </ul>
        <Twice rows={rows} />
        <div>
          <Button icon={IconPlus} onClick={() => set({ approvalLimits: [...rows, newLimit()] })}>
            {t('operator.settings.addLimit')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Accounts({ draft: { bankAccounts: rows }, set }: PartProps) {
  const t = useTexts()
  return (
    <Card title={t('operator.settings.accounts')}>
      <div className="stack">
        <p className="muted">{t('operator.settings.accountsText')}</p>
        <ul className={classes['accounts']}>
          {rows.map((row) => (
            <AccountRow
              key={row.key}
              row={row}
              onChange={(change) => set({ bankAccounts: changed(rows, row.key, change) })}
              onRemove={() => set({ bankAccounts: without(rows, row.key) })}
            />
          ))}
        </ul>
        <Twice rows={rows} />
        <div>
          <Button icon={IconPlus} onClick={() => set({ bankAccounts: [...rows, newAccount()] })}>
            {t('operator.settings.addAccount')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Overtaken({ onTake }: { onTake: () => void }) {
  const t = useTexts()
  return (
    <Note tone="warn" action={<Button onClick={onTake}>{t('operator.settings.takeTheirs')}</Button>}>
      <p className="strong">{t('operator.settings.meanwhile')}</p>
      <p>{t('operator.settings.meanwhileText')}</p>
    </Note>
  )
}

/** How the installation is reached and paid: one form, saved as a whole. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const t = useTexts()
  const waits = useWaits()
  const [asked, setAsked] = useState(0)
  const { draft, set, send, isBusy, failure, isOvertaken, takeTheirs } = useSettingsForm(settings, (change) => {
    waits(change)
    setAsked((count) => count + 1)
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(textOf(new FormData(event.currentTarget), 'reason'))
  }
  return (
    <form className={classes['form']} onSubmit={submit}>
      <Reach draft={draft} set={set} />
      <Issuer draft={draft} set={set} />
      <Limits draft={draft} set={set} />
      <Accounts draft={draft} set={set} />
      <Card title={t('operator.settings.ask')}>
        <div className="stack">
          <p className="muted">{t('operator.settings.askText')}</p>
          <ReasonField key={asked} />
        </div>
      </Card>
      <ConsoleFailure failure={failure} words={{ invalid_input: 'operator.settings.check' }} />
      <div>
        <div role="status" className={isOvertaken ? classes['overtaken'] : undefined}>
          {isOvertaken && <Overtaken onTake={takeTheirs} />}
        </div>
        <div className={parts['acts']}>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('operator.form.ask')}
          </Button>
        </div>
      </div>
    </form>
  )
}
