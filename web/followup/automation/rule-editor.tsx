import { useState, type ReactNode } from 'react'
import type { Definition } from '#contract/followup/automation-rules.ts'
import {
  addRule,
  changeRule,
  readAutomation,
  readVersions,
  removeRule,
  type Rule,
} from '#contract/followup/automation.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import { ActionsPart } from './actions-part.tsx'
import classes from './automation.module.css'
import { ConditionsPart } from './conditions-part.tsx'
import { newDefinition, type Choices } from './new-parts.ts'
import { RepeatPart } from './repeat-part.tsx'
import { TriggerPart } from './trigger-part.tsx'
import { Versions } from './versions.tsx'
import { faultWords } from './words.ts'

type Draft = { name: string; definition: Definition }
type RuleEditorProps = {
  /** Null: a new one. */
  rule: Rule | null
  choices: Choices
  mayChange: boolean
  onSaved: (id: string) => void
  onGone: () => void
  /** Follows the rule, as long as it is as it was saved. */
  children?: ReactNode
}

function useSaving({ rule, onSaved }: Pick<RuleEditorProps, 'rule' | 'onSaved'>) {
  const t = useTexts()
  return useCall(
    (draft: Draft) =>
      rule
        ? call(changeRule, { params: { id: rule.id }, body: { ...draft, version: rule.version } })
        : call(addRule, { body: draft }),
    {
      refreshes: [readAutomation, readVersions],
      done: ({ id }) => {
        toast.ok(t('followup.rule.saved'))
        onSaved(id)
      },
      failed: (failure) => void toast.bad(t(failureText(failure))),
    },
  )
}

/** A rule as a sentence: when, if, then, and how often. */
export function RuleEditor({ rule, choices, mayChange, onSaved, onGone, children }: RuleEditorProps) {
  const t = useTexts()
  const kept: Draft = rule ?? { name: '', definition: newDefinition(choices) }
  const [draft, setDraft] = useState<Draft>({ name: kept.name, definition: kept.definition })
  const { definition } = draft
  const change = (part: Partial<Definition>) => setDraft({ ...draft, definition: { ...definition, ...part } })
  const saving = useSaving({ rule, onSaved })
  const isChanged = draft.name !== kept.name || JSON.stringify(definition) !== JSON.stringify(kept.definition)
  const editing = { choices, disabled: !mayChange }
  return (
    <>
      <Card label={rule?.name ?? t('followup.rule.new')}>
        <form
          className={classes['editor']}
          onSubmit={(event) => {
            event.preventDefault()
            saving.run(draft)
          }}
        >
          <div className={classes['editorHead']}>
            <TextField
              label={t('followup.rule.name')}
              required
              maxLength={80}
              disabled={!mayChange}
              value={draft.name}
              onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
            />
            {rule && <Changed {...{ rule, choices, mayChange, onGone }} />}
          </div>
          {rule?.faults.map((fault) => (
            <Note key={fault.what + fault.name} tone="bad" isQuiet>
              <strong>{t(faultWords[fault.what], { name: fault.name })}</strong>{' '}
              {t('followup.rule.heldBack', { count: rule.held })}
            </Note>
          ))}
          {rule?.loop && (
            <Note tone="warn">{t('followup.rule.loopText', { after: rule.loop.after ?? rule.name })}</Note>
          )}
          <TriggerPart {...editing} value={definition.trigger} onChange={(trigger) => change({ trigger })} />
          <ConditionsPart
            {...editing}
            value={definition.conditions}
            onChange={(conditions) => change({ conditions })}
          />
          <ActionsPart {...editing} value={definition.actions} onChange={(actions) => change({ actions })} />
          <RepeatPart {...editing} value={definition.repeat} onChange={(repeat) => change({ repeat })} />
          {mayChange && (isChanged || !rule) && (
            <div className={classes['foot']}>
              <span className="small muted">{rule?.isOn && t('followup.rule.offUntilTried')}</span>
              <Button kind="primary" type="submit" busy={saving.busy}>
                {t('followup.rule.save')}
              </Button>
            </div>
          )}
        </form>
      </Card>
      {!isChanged && children}
    </>
  )
}

type ChangedProps = Pick<RuleEditorProps, 'choices' | 'mayChange' | 'onGone'> & { rule: Rule }

function Changed({ rule, choices, mayChange, onGone }: ChangedProps) {
  const t = useTexts()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(() => call(removeRule, { params: { id: rule.id } }), {
    refreshes: [readAutomation],
    done: onGone,
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  return (
    <div className={classes['changed']}>
      <span className="small muted num">
        {t('followup.rule.changed', {
          version: rule.version,
          name: rule.changedBy,
          at: format.lately(rule.changedAt),
        })}
      </span>
      {rule.version > 1 && <Versions rule={rule} choices={choices} />}
      {mayChange && (
        <Button
          kind={isAsking ? 'danger' : 'quiet'}
          size="sm"
          icon={IconTrash}
          busy={remove.busy}
          onClick={() => (isAsking ? remove.run() : setAsking(true))}
        >
          {t(isAsking ? 'followup.rule.removeSure' : 'followup.rule.remove')}
        </Button>
      )}
    </div>
  )
}
