import { useState, type SyntheticEvent } from 'react'
import {
  changeWelcomeForm,
  readWelcomeForm,
  welcomeLanguages,
  WELCOME_WORDS_MAX_LENGTH,
  type WelcomeForm,
  type WelcomeLanguage,
} from '#contract/followup/welcome.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useCan } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import { posterWords } from './poster-words.ts'
import classes from './welcome.module.css'

type Choices = Pick<WelcomeForm, 'isOn' | 'hiddenSources' | 'interests' | 'words'>

const answers: readonly { value: number; label: TextId }[] = [
  { value: 0, label: 'followup.welcomeInterest.yes' },
  { value: 2, label: 'followup.welcomeInterest.maybe' },
  { value: 1, label: 'followup.welcomeInterest.no' },
]

const choicesOf = ({ isOn, hiddenSources, interests, words }: WelcomeForm): Choices => ({
  isOn,
  hiddenSources,
  interests,
  words,
})

/** In or out of a list, in the list's order. */
const without = (list: readonly number[], value: number) => list.filter((one) => one !== value)

function useSave() {
  const t = useTexts()
  return useCall((body: Choices) => call(changeWelcomeForm, { body }), {
    fills: read(readWelcomeForm, {}),
    done: () => toast.ok(t('followup.hub.saved')),
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

type Ticks = { title: string; items: readonly { value: number; label: string }[]; isOn: (value: number) => boolean }

const Ticks = ({ title, items, isOn, onToggle }: Ticks & { onToggle: (value: number) => void }) => (
  <fieldset className={classes['ticks']}>
    <legend>{title}</legend>
    {items.map(({ value, label }) => (
      <label key={value}>
        <input type="checkbox" checked={isOn(value)} onChange={() => onToggle(value)} />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
)

type WordsProps = { language: WelcomeLanguage; words: Choices['words']; onChange: (words: Choices['words']) => void }

function WordsFields({ language, words, onChange }: WordsProps) {
  const t = useTexts()
  const name = posterWords[language].name
  const field = (part: 'lead' | 'thanks', label: string) => (
    <TextField
      label={label}
      lang={language}
      value={words[language][part]}
      maxLength={WELCOME_WORDS_MAX_LENGTH}
      onChange={({ currentTarget }) =>
        onChange({ ...words, [language]: { ...words[language], [part]: currentTarget.value } })
      }
    />
  )
  return (
    <>
      {field('lead', t('followup.welcome.lead', { language: name }))}
      {field('thanks', t('followup.welcome.thanks', { language: name }))}
    </>
  )
}

/** On or off, what the form offers and in which words. */
export function FormCard({ form }: { form: WelcomeForm }) {
  const t = useTexts()
  const mayChange = useCan('church.manage')
  const save = useSave()
  const [draft, setDraft] = useState(choicesOf(form))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.run(draft)
  }
  const turn = (isOn: boolean) => {
    setDraft({ ...draft, isOn })
    save.run({ ...choicesOf(form), isOn })
  }
  const { hiddenSources, interests, words } = draft
  const toggleSource = (id: number) =>
    setDraft({
      ...draft,
      hiddenSources: hiddenSources.includes(id) ? without(hiddenSources, id) : [...hiddenSources, id],
    })
  const toggleAnswer = (value: number) => {
    const kept = interests.includes(value) ? without(interests, value) : [...interests, value]
    setDraft({ ...draft, interests: answers.map((one) => one.value).filter((one) => kept.includes(one)) })
  }
  return (
    <Card title={t('followup.welcome.form')}>
      <form className={classes['stack']} onSubmit={submit}>
        <Switch
          label={t('followup.welcome.isOn')}
          hint={t(draft.isOn ? 'followup.welcome.onHint' : 'followup.welcome.offHint')}
          isOn={draft.isOn}
          disabled={!mayChange || save.busy}
          onChange={turn}
        />
        {mayChange && (
          <>
            <div className={classes['pair']}>
              <Ticks
                title={t('followup.welcome.sources')}
                items={form.sources.map(({ id, name }) => ({ value: id, label: name }))}
                isOn={(id) => !hiddenSources.includes(id)}
                onToggle={toggleSource}
              />
              <Ticks
                title={t('followup.welcome.interests')}
                items={answers.map(({ value, label }) => ({ value, label: t(label) }))}
                isOn={(value) => interests.includes(value)}
                onToggle={toggleAnswer}
              />
            </div>
            <div className={classes['pair']}>
              {welcomeLanguages.map((language) => (
                <WordsFields
                  key={language}
                  {...{ language, words }}
                  onChange={(next) => setDraft({ ...draft, words: next })}
                />
              ))}
            </div>
            <p className="small muted">{t('followup.welcome.wordsHint')}</p>
            <Button type="submit" kind="primary" busy={save.busy} className={classes['end']}>
              {t('followup.welcome.save')}
            </Button>
          </>
        )}
      </form>
    </Card>
  )
}
