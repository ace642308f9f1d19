import { welcomeLanguages, type WelcomeLanguage } from '#contract/followup/welcome.ts'
import { examplePhone } from '../../platform/phones/index.ts'
import { escapeHtml, plainPage } from '../../platform/plain-pages/index.ts'
import type { Fault, Typed } from './answers.ts'
import type { Entry } from './entry-store.ts'
import type { FormChurch, FormSetting } from './form-store.ts'
import { pageWords, type Gone } from './page-words.ts'

/** What every page of a church's form goes by. `path`: of the form. */
export type Door = {
  church: FormChurch
  setting: FormSetting
  language: WelcomeLanguage
  path: string
  place: string | null
}

const page = (language: WelcomeLanguage, title: string, body: string): string =>
  plainPage({
    language,
    direction: pageWords[language].direction,
    title,
    body,
    style: '/welcome/page.css',
    script: '/welcome/page.js',
  })

/** An address of the form in a language, with the place where the poster hangs. */
export function addressOf(
  path: string,
  { language, place }: { language: WelcomeLanguage; place: string | null },
): string {
  const query = new URLSearchParams({ lang: language, ...(place === null ? {} : { at: place }) })
  return `${path}?${query.toString()}`
}

/** The same page in the other languages. */
function languagesNav({ language, place }: Door, path: string): string {
  const links = welcomeLanguages.map((one) => {
    const name = pageWords[one].name
    if (one === language) return `<span aria-current="true" lang="${one}">${name}</span>`
    const href = escapeHtml(addressOf(path, { language: one, place }))
    return `<a href="${href}" lang="${one}" hreflang="${one}">${name}</a>`
  })
  return `<nav aria-label="${escapeHtml(pageWords[language].languages)}">${links.join('')}</nav>`
}

type Field = { name: string; label: string; value: string; kind: string; hint?: string; error?: string | undefined }

function field({ name, label, value, kind, hint, error }: Field): string {
  const bad = error ? `<strong class="bad" dir="auto">${escapeHtml(error)}</strong>` : ''
  const below = bad || hint
  const described = below ? ` aria-describedby="${name}-below"` : ''
  const note = below ? `<p id="${name}-below" class="hint" dir="auto">${bad}${escapeHtml(hint ?? '')}</p>` : ''
  return `<div class="field"><label for="${name}">${escapeHtml(label)}</label><input id="${name}" name="${name}" value="${escapeHtml(value)}" ${kind}${described}${error ? ' aria-invalid="true"' : ''}>${note}</div>`
}

const agree = (name: string, text: string, { hint, isOn }: { hint: string; isOn: boolean }): string =>
  `<label class="agree"><input type="checkbox" name="${name}" value="yes"${isOn ? ' checked' : ''}><span dir="auto">${escapeHtml(text)}<small>${escapeHtml(hint)}</small></span></label>`

const fieldOf: Record<Fault, 'firstName' | 'phone'> = {
  firstName: 'firstName',
  phoneMissing: 'phone',
  phoneShort: 'phone',
  phoneWrong: 'phone',
}

/** Shown by the script where there is no connection. */
const offlineNote = (title: string, text: string): string =>
  `<div id="offline" class="note warn" role="status" hidden><strong>${escapeHtml(title)}</strong>${escapeHtml(text)}</div>`

/** The form, with what was typed and what is wrong with it. */
export function formPage(
  door: Door,
  { typed, token, faults }: { typed: Typed; token: string; faults: Fault[] },
): string {
  const { church, setting, language, path } = door
  const words = pageWords[language]
  const errorOf = (name: string): string | undefined => {
    const fault = faults.find((one) => fieldOf[one] === name)
    return fault && words.faults[fault]
  }
  const links = faults.map((one) => `<a href="#${fieldOf[one]}">${escapeHtml(words.faults[one])}</a>`)
  const summary = `<div class="note bad" role="alert"><strong>${escapeHtml(words.faultTitle(faults.length))}</strong>${links.join('')}</div>`
  const hidden = { token, lang: language, at: typed.place }
  return page(
    language,
    words.title(church.name),
    `${languagesNav(door, path)}
<h1 dir="auto">${escapeHtml(words.title(church.name))}</h1>
<p dir="auto">${escapeHtml(setting.words[language].lead || words.lead)}</p>
${faults.length > 0 ? summary : ''}
<form method="post" action="${path}" novalidate>
${Object.entries(hidden)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  .join('')}
${field({ name: 'firstName', label: words.firstName, value: typed.firstName, kind: 'type="text" autocomplete="given-name" maxlength="100" required dir="auto"', error: errorOf('firstName') })}
${field({ name: 'lastName', label: words.lastName, value: typed.lastName, kind: 'type="text" autocomplete="family-name" maxlength="100" dir="auto"' })}
${field({ name: 'phone', label: words.phone, value: typed.phone, kind: 'type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required dir="ltr"', hint: words.phoneHint(examplePhone(church.isoCode)), error: errorOf('phone') })}
<div class="trap" aria-hidden="true"><label>${escapeHtml(words.trap)}<input name="website" tabindex="-1" autocomplete="off"></label></div>
${agree('sms', words.sms(church.name), { hint: words.smsHint, isOn: typed.sms })}
${offlineNote(words.offlineTitle, words.offlineText)}
<button class="main">${escapeHtml(words.send)}</button>
</form>
<details><summary>${escapeHtml(words.keep)} <span>${escapeHtml(words.howKept)}</span></summary><p dir="auto">${escapeHtml(words.kept(church.name))}</p></details>`,
  )
}

type Choice = { value: number; label: string }

/** A question of which every answer is a button: pressed, it is saved. */
function question(
  words: { title: string; saved: string },
  { name, action, choices, chosen }: { name: string; action: string; choices: Choice[]; chosen: number | null },
): string {
  if (choices.length === 0) return ''
  const saved = choices.some(({ value }) => value === chosen)
    ? `<span class="saved" role="status">${escapeHtml(words.saved)}</span>`
    : ''
  const buttons = choices.map(
    ({ value, label }) =>
      `<button name="${name}" value="${value}" aria-pressed="${value === chosen}" dir="auto">${escapeHtml(label)}</button>`,
  )
  return `<form method="post" action="${escapeHtml(action)}"><fieldset><legend>${escapeHtml(words.title)}${saved}</legend><div class="set">${buttons.join('')}</div></fieldset></form>`
}

type Sources = readonly { id: number; name: string }[]

function moreOf(
  { church, setting, language }: Door,
  { entry, sources, action, wrongEmail }: { entry: Entry; sources: Sources; action: string; wrongEmail: boolean },
): string {
  const words = pageWords[language]
  const heard = sources
    .filter(({ id }) => !setting.hiddenSources.includes(id))
    .map(({ id, name }) => ({ value: id, label: words.sources[name] ?? name }))
  const join = setting.interests.map((value) => ({ value, label: words.interests[value] ?? '' }))
  const saved =
    entry.email !== null && !wrongEmail ? `<span class="saved" role="status">${escapeHtml(words.saved)}</span>` : ''
  const email = {
    name: 'email',
    label: words.email,
    value: entry.email ?? '',
    kind: 'type="email" autocomplete="email" maxlength="254" dir="ltr"',
    error: wrongEmail ? words.emailWrong : undefined,
  }
  return `<section class="more"><h2>${escapeHtml(words.moreTitle)}</h2><p class="hint">${escapeHtml(words.moreText)}</p>
${question({ title: words.source, saved: words.saved }, { name: 'source', action, choices: heard, chosen: entry.sourceId })}
${question({ title: words.interest, saved: words.saved }, { name: 'interest', action, choices: join, chosen: entry.interest })}
<form method="post" action="${escapeHtml(action)}" novalidate>${saved}${field(email)}
${agree('emails', words.emails(church.name), { hint: words.emailsHint, isOn: entry.emailConsent === true })}
<button>${escapeHtml(words.save)}</button></form>
${offlineNote(words.offlineTitle, words.offlineMore)}</section>`
}

/** An arch with the door open. */
const OPEN_DOOR =
  '<svg viewBox="0 0 64 58" width="96" height="87" aria-hidden="true"><path class="light" d="M22 52V26a10 10 0 0 1 20 0v26z"/><path class="frame" d="M4 52h56M12 52V24a20 20 0 0 1 40 0v28M22 52V26a10 10 0 0 1 20 0v26M18 56l4-4M46 56l-4-4"/></svg>'

/** The answer to a press: the same whoever has the phone. `entry` null: its time is over, and there is nothing to add. */
export function thanksPage(
  door: Door,
  { entry, sources, path, wrongEmail }: { entry: Entry | null; sources: Sources; path: string; wrongEmail: boolean },
): string {
  const { setting, language, place } = door
  const words = pageWords[language]
  const title = words.thanks(entry?.firstName ?? '')
  const action = addressOf(path, { language, place })
  return page(
    language,
    title,
    `${languagesNav(door, path)}
<div class="thanks">${OPEN_DOOR}<h1 dir="auto">${escapeHtml(title)}</h1>
<p dir="auto">${escapeHtml(setting.words[language].thanks || words.thanksText)}</p></div>
${entry ? moreOf(door, { entry, sources, action, wrongEmail }) : ''}
<section class="more"><h2>${escapeHtml(words.anotherTitle)}</h2><p class="hint">${escapeHtml(words.anotherText)}</p>
<a class="button" href="${escapeHtml(addressOf(door.path, { language, place }))}">${escapeHtml(words.another)}</a></section>`,
  )
}

/** Why there is no form. */
export function gonePage(language: WelcomeLanguage, gone: Gone): string {
  const { title, text } = pageWords[language].gone[gone]
  return page(language, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`)
}
