/**
 * The machine as approval sees it.
 * @module
 */
import type { ApprovalHost } from "../core/approval/ports.ts";
import { readMachine } from "./machine.ts";
import { readDescriptor } from "./password_descriptor.ts";
import { createHandoff, sealFor } from "./password_handoff.ts";
import { hashPassphrase, isPassphrase } from "./password_phrase.ts";
import { checkSystemPassword, findSecretSource } from "./password_system.ts";
import { printFiles } from "./print_files.ts";
import { useStore } from "./store.ts";
import { openTerminal } from "./terminal.ts";

/** Builds it for a state directory. */
export function createApprovalHost(stateDirectory: string): ApprovalHost {
  return {
    openTerminal: () => openTerminal(stateDirectory),
    useStore: (work) => useStore(stateDirectory, work),
    printFiles,
    secretSource: findSecretSource,
    checkSecret: checkSystemPassword,
    hashPassphrase,
    isPassphrase,
    createHandoff,
    sealFor,
    readDescriptor,
    // Process 1 of our own sandbox; a container's is an init or its command.
    isConfined: () => readMachine().firstProcess === "bwrap",
  };
}
