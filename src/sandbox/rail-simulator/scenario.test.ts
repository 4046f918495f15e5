import { describe, expect, it } from 'vitest';
import { transferScenarioNames, transferScenarios } from '#src/transfers/rails/scenario-names.ts';
import { scenarioOf } from './scenario.ts';

const ORDINARY = '0123456789';

describe('choosing a scenario', () => {
  it('every scenario is described, and each has a reserved account', () => {
    expect([...transferScenarioNames, 'account_dormant', 'name_changed'].toSorted()).toEqual(Object.keys(transferScenarios).toSorted());
    transferScenarioNames.forEach((name, digit) => {
      expect(scenarioOf({ accountNumber: `000000000${digit}` })).toBe(name);
      expect(scenarioOf({ accountNumber: `000000007${digit}` })).toBe(name);
    });
  });

  it('an explicit name wins over the narration, the narration over the account', () => {
    const accountNumber = '0000000004';
    expect(scenarioOf({ accountNumber, narration: 'scenario:slow', scenario: 'reply_lost' })).toBe('reply_lost');
    expect(scenarioOf({ accountNumber, narration: 'scenario:slow' })).toBe('slow');
    expect(scenarioOf({ accountNumber, narration: 'rent' })).toBe('transfer_rejected');
  });

  it('the narration names it at its beginning, in any case, as a word', () => {
    expect(scenarioOf({ accountNumber: ORDINARY, narration: 'SCENARIO:Reply_Lost rent' })).toBe('reply_lost');
    for (const narration of ['rent scenario:slow', 'scenario:slowly', 'scenario: slow', 'scenario:slow,rent', 'scenario:constructor']) {
      expect(scenarioOf({ accountNumber: ORDINARY, narration }), narration).toBe('success');
    }
  });

  it('anything else succeeds', () => {
    for (const accountNumber of [ORDINARY, '0000000144', '00000000014', '1000000004', '']) {
      expect(scenarioOf({ accountNumber, scenario: 'unheard_of' }), accountNumber).toBe('success');
    }
  });
});
