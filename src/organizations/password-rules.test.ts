import { describe, expect, test } from 'vitest';
import { isGuessable } from './password-rules.ts';

const known = ['amina.bello@kanofintech.example', 'Amina Bello', 'Kano Fintech Ltd'];

describe('a password that is tried first', () => {
  test.each([
    'password1234', 'P@ssw0rd2026!', 'passwordpassword', '123456789012', 'qwertyuiop12', '1q2w3e4r5t6y', 'iloveyou1234', 'Welcome2026!!', 'abcdefghijkl', 'zyxwvutsrqpon', 'letmein-letmein', 'abcxyzabcxyz', 'qazwsxedcrfv',
    'Admin123456!', 'Lagos12345678', 'naijanaija2026', 'OpenTeller2026', 'correct horse battery staple',
    'amina.bello@kanofintech.example', 'Amina.Bello!', 'aminabello123', 'kanofintech2026', 'K4n0F1ntech!!', 'bello-amina-99',
  ])('is refused: %s', (password) => expect(isGuessable(password, known)).toBe(true));
});

describe('a password that only its owner thinks of', () => {
  test.each(['several unrelated words', 'quite a few unrelated words', 'a long enough password', 'tangerine bicycle moss', 'xK9#mQv2$LpW7', 'Ọ̀rẹ́ mi pẹ̀lú ìwé dúdú', 'kettle 4 umbrellas', 'V7qTz0cB2nXhYwRkP9Lm'])('passes: %s', (password) =>
    expect(isGuessable(password, known)).toBe(false));
});
