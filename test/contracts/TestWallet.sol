// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Pays coin in ways that leave no trace in a transaction's own `to` and `value`.
contract TestWallet {
    constructor() payable {}

    receive() external payable {}

    /// As a contract wallet or an exchange's batch does.
    function payEach(address payable[] calldata payees, uint256 value) external payable {
        for (uint256 i = 0; i < payees.length; i++) {
            (bool paid,) = payees[i].call{value: value}("");
            require(paid);
        }
    }

    /// Pays and then takes it back by failing; the transaction itself succeeds.
    function payAndFail(address payable payee, uint256 value) external payable {
        try this.payThenRevert(payee, value) {} catch {}
    }

    function payThenRevert(address payable payee, uint256 value) external {
        (bool paid,) = payee.call{value: value}("");
        require(!paid);
    }

    /// Pays while it is still being created.
    function payFromConstructor(address payable payee) external payable {
        new ConstructorPayer{value: msg.value}(payee);
    }

    /// Pays without a call: the contract ends and leaves its coin.
    function payBySelfdestruct(address payable payee) external payable {
        new Ending{value: msg.value}(payee);
    }
}

contract ConstructorPayer {
    constructor(address payable payee) payable {
        (bool paid,) = payee.call{value: msg.value}("");
        require(paid);
    }
}

contract Ending {
    constructor(address payable payee) payable {
        selfdestruct(payee);
    }
}
