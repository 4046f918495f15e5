import { describe, expect, test } from 'vitest';
import { isGuessable, refuseWeak } from './password-rules.ts';
import { isStolen } from './stolen-passwords.ts';

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

describe('a stolen password', () => {
  // None of them breaks a rule: only the list knows them.
  test.each(['polniypizdec0211', 'ghhh47hj7649', 'sonyericsson', 'leavemealone', 'justinbieber', 'chickenwing101', 'Mailcreated5240'])('is refused, and says what to do: %s', async (password) => {
    expect(isGuessable(password, known)).toBe(false);
    await expect(refuseWeak(password, known, '/password')).rejects.toMatchObject({ refusals: [{ code: 'invalid_field', field: '/password', message: expect.stringContaining('stolen passwords'), fix: expect.stringContaining('several words') }] });
  });

  test.each(['JustinBieber2024!', '99-sonyericsson', 'L3avemealone!!'])('is refused with a little around it: %s', (password) => expect(isStolen(password)).resolves.toBe(true));

  test.each(['several unrelated words', 'a long enough password', 'quite a few unrelated words', 'tangerine bicycle moss', 'xK9#mQv2$LpW7', 'Ọ̀rẹ́ mi pẹ̀lú ìwé dúdú', 'kettle 4 umbrellas', 'V7qTz0cB2nXhYwRkP9Lm', 'football supporters knit'])('is not one that has a listed word in it among others: %s', (password) =>
    expect(isStolen(password)).resolves.toBe(false));
});
