// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// A payout wallet that is a contract, such as a Safe: it notes each coin that it gets, so 21,000 gas aren't enough.
contract TestVault {
    event SafeReceived(address indexed sender, uint256 value);

    uint256 public received;

    receive() external payable {
        received += msg.value;
        emit SafeReceived(msg.sender, msg.value);
    }
}
