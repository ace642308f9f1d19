import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { EditorState, Plugin, type Command } from 'prosemirror-state'
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button, IconButton, type Icon } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconBold, IconItalic, IconLink, IconList, IconListNumbers, IconUnderline, IconUser } from '../../ui/icons.ts'
import classes from './text-editor.module.css'
import { cleanPasted } from './paste.ts'
import { readText, schema, writeText } from './text-schema.ts'

const { strong, em, underline, link } = schema.marks
const { bullet_list: bullets, ordered_list: numbers, list_item: item, hard_break: lineBreak } = schema.nodes

const breakLine: Command = (state, dispatch) => {
  if (lineBreak) dispatch?.(state.tr.replaceSelectionWith(lineBreak.create()).scrollIntoView())
  return true
}

const keys: Record<string, Command> = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  'Shift-Enter': breakLine,
  ...(strong && { 'Mod-b': toggleMark(strong) }),
  ...(em && { 'Mod-i': toggleMark(em) }),
  ...(underline && { 'Mod-u': toggleMark(underline) }),
  ...(item && { Enter: splitListItem(item), 'Mod-[': liftListItem(item), 'Mod-]': sinkListItem(item) }),
}

/** `#name#` looks like the name that will stand there. */
const names = new Plugin({
  props: {
    decorations: ({ doc }) => {
      const found: Decoration[] = []
      doc.descendants((node, at) => {
        for (const { index } of (node.text ?? '').matchAll(/#name#/gi))
          found.push(Decoration.inline(at + index, at + index + 6, { class: String(classes['name']) }))
      })
      return DecorationSet.create(doc, found)
    },
  },
})

type Tool = { icon: Icon; word: TextId; run: Command }
const tools: Tool[] = [
  ...(strong ? [{ icon: IconBold, word: 'messaging.emailText.bold', run: toggleMark(strong) } as const] : []),
  ...(em ? [{ icon: IconItalic, word: 'messaging.emailText.italic', run: toggleMark(em) } as const] : []),
  ...(underline
    ? [{ icon: IconUnderline, word: 'messaging.emailText.underlined', run: toggleMark(underline) } as const]
    : []),
  ...(bullets ? [{ icon: IconList, word: 'messaging.emailText.list', run: wrapInList(bullets) } as const] : []),
  ...(numbers
    ? [{ icon: IconListNumbers, word: 'messaging.emailText.numbered', run: wrapInList(numbers) } as const]
    : []),
]

type TextEditorProps = { html: string; label: string; onChange: (html: string) => void }

/** The editor of the browser's own text, made once: what is typed is told, and nothing is written over from behind. */
function useEditor({ html, label, onChange }: TextEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const tell = useEffectEvent(onChange)
  const start = useEffectEvent((at: HTMLElement) => {
    const made: EditorView = new EditorView(at, {
      state: EditorState.create({ doc: readText(html), plugins: [history(), keymap(keys), keymap(baseKeymap), names] }),
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', dir: 'auto' },
      transformPastedHTML: cleanPasted,
      dispatchTransaction: (change) => {
        made.updateState(made.state.apply(change))
        if (change.docChanged) tell(writeText(made.state.doc))
      },
    })
    return made
  })
  useEffect(() => {
    if (!place.current) return
    const made = start(place.current)
    setView(made)
    return () => made.destroy()
  }, [])
  return { place, view }
}

/** Where a link leads; empty takes it away. */
function LinkForm({ onSet, onClose }: { onSet: (address: string) => void; onClose: () => void }) {
  const t = useTexts()
  const [address, setAddress] = useState('https://')
  return (
    <div className={classes['link']}>
      <TextField
        label={t('messaging.emailText.address')}
        type="url"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSet(address.trim())
        }}
      />
      <Button size="sm" onClick={() => onSet(address.trim())}>
        {t('messaging.emailText.setLink')}
      </Button>
      <Button size="sm" kind="quiet" onClick={onClose}>
        {t('messaging.sender.cancel')}
      </Button>
    </div>
  )
}

/** Paragraphs, lists, bold, italic, underlined, links and the first name. */
export function TextEditor(props: TextEditorProps) {
  const t = useTexts()
  const { place, view } = useEditor(props)
  const [isLinking, setLinking] = useState(false)
  const run = (command: Command) => {
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const setLink = (href: string) => {
    setLinking(false)
    if (!view || !link) return
    const { from, to, empty } = view.state.selection
    if (!empty) {
      const cleared = view.state.tr.removeMark(from, to, link)
      view.dispatch(
        /^(https?:\/\/|mailto:|tel:).+/i.test(href) ? cleared.addMark(from, to, link.create({ href })) : cleared,
      )
    }
    view.focus()
  }
  const addName = () => {
    if (!view) return
    view.dispatch(view.state.tr.insertText('#name#').scrollIntoView())
    view.focus()
  }
  return (
    <div className={classes['editor']}>
      <div className={classes['tools']} role="toolbar" aria-label={t('messaging.emailText.tools')}>
        {tools.map(({ icon, word, run: command }) => (
          <IconButton
            key={word}
            small
            icon={icon}
            label={t(word)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
          />
        ))}
        <IconButton
          small
          icon={IconLink}
          label={t('messaging.emailText.link')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setLinking(!isLinking)}
        />
        <Button size="sm" kind="quiet" icon={IconUser} onClick={addName}>
          {t('messaging.emailText.name')}
        </Button>
      </div>
      {isLinking && <LinkForm onSet={setLink} onClose={() => setLinking(false)} />}
      <div ref={place} className={classes['text']} />
    </div>
  )
}
